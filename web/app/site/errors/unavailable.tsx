export default function Unavailable() {
  return <h1>Back in a Moment</h1>;
}
