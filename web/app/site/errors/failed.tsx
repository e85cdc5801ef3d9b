export default function Failed() {
  return <h1>Something Went Wrong</h1>;
}
