// The one script inside each page. It sets the theme before the first paint and, on public pages, loads the rest of the
// code when the page is there and idle, or at the first touch or key. What is pressed in between is kept and done after.
(() => {
  const page = document;
  try {
    if (localStorage.getItem("theme") === "dark") page.documentElement.classList.add("dark");
  } catch {}
  const entry = "%ENTRY%";
  if (!entry) return;
  let loading = false;
  let pressed;
  const load = () => {
    if (!loading) import(entry);
    loading = true;
  };
  const keep = (event) => {
    const target = event.type === "submit" ? event.target : event.target.closest("button:not([type=submit])");
    if (!target) return;
    event.preventDefault();
    pressed = target;
    load();
  };
  const touches = ["pointerdown", "touchstart", "keydown"];
  for (const touch of touches) addEventListener(touch, load, { once: true, passive: true });
  page.addEventListener("click", keep, true);
  page.addEventListener("submit", keep, true);
  page.addEventListener("ready", () => {
    page.removeEventListener("click", keep, true);
    page.removeEventListener("submit", keep, true);
    if (pressed) pressed.tagName === "FORM" ? pressed.requestSubmit() : pressed.click();
  });
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(load, { timeout: 2000 }));
})();
