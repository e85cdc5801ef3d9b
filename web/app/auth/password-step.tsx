export default function Screen() {
  return <h1>app/auth/password-step</h1>;
}
