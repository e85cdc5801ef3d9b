export default function Screen() {
  return <h1>app/auth/client-portal</h1>;
}
