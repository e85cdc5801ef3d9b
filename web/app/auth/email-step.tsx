export default function Screen() {
  return <h1>app/auth/email-step</h1>;
}
