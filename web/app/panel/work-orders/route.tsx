export default function Screen() {
  return <h1>app/panel/work-orders/route</h1>;
}
