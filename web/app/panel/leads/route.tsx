export default function Screen() {
  return <h1>app/panel/leads/route</h1>;
}
