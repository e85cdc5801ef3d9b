export default function Screen() {
  return <h1>app/panel/users/route</h1>;
}
