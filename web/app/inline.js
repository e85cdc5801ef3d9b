// The one script inside each page. It sets the theme before the first paint and, on public pages, loads the rest of the
// code when the page is there and idle, or at the first touch or key. What is pressed in between is kept and done after;
// parts marked data-later (ui/later.tsx) come to life on their own, each with another "ready".
(() => {
  const page = document;
  try {
    // biome-ignore lint/style/noRestrictedGlobals: before any other code, and a refusal is caught
    if (localStorage.getItem("theme") === "dark") page.documentElement.classList.add("dark");
  } catch {}
  const entry = "%ENTRY%";
  if (!entry) return;
  let loading = false;
  let ready = false;
  let pressed;
  const load = () => {
    if (!loading) import(entry);
    loading = true;
  };
  const sleeping = (element) => element.closest("[data-later]");
  const keep = (event) => {
    const target = event.type === "submit" ? event.target : event.target.closest("button:not([type=submit])");
    if (!target || (ready && !sleeping(target))) return;
    event.preventDefault();
    pressed = target;
    load();
    sleeping(target)?.dispatchEvent(new Event("needed"));
  };
  const touches = ["pointerdown", "touchstart", "keydown"];
  for (const touch of touches) addEventListener(touch, load, { once: true, passive: true });
  page.addEventListener("click", keep, true);
  page.addEventListener("submit", keep, true);
  page.addEventListener("ready", () => {
    ready = true;
    const done = pressed;
    if (!done) return;
    if (sleeping(done)) return sleeping(done).dispatchEvent(new Event("needed"));
    pressed = undefined;
    done.tagName === "FORM" ? done.requestSubmit() : done.click();
  });
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(load, { timeout: 2000 }));
})();
