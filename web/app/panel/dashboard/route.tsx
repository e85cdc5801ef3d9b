export default function Screen() {
  return <h1>app/panel/dashboard/route</h1>;
}
