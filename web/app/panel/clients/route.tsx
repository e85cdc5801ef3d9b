export default function Screen() {
  return <h1>app/panel/clients/route</h1>;
}
