export default function Screen() {
  return <h1>app/panel/settings/route</h1>;
}
