export default function Screen() {
  return <h1>app/panel/reports/route</h1>;
}
