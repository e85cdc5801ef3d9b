/** Names the browser's tab after what it shows; the company's name stays behind it. */
export function titleTab(shown: string) {
  document.title = document.title.replace(/^[^|]*/, () => `${shown} `);
}
