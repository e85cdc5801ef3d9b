export default function Screen() {
  return <h1>app/panel/tickets/route</h1>;
}
