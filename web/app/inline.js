// The script inside each page (the panel has one more, today-ahead.js). It sets the theme before the first paint, and again when
// the browser brings a page back. It loads the rest of the code: on pages of staff at once, on public pages when the page is
// there and idle, or at the first touch or key. What is pressed in between is kept and done after; parts marked data-lazy
// (ui/asleep.tsx) come to life on their own. Both tell of it with "ready", or with "blocked" where their code cannot be had. Such a
// part, or the page, is marked "unscripted": its forms give way to a sentence, and presses are left to the browser.
(() => {
  const page = document;
  const root = page.documentElement;
  const dress = () => {
    try {
      // biome-ignore lint/style/noRestrictedGlobals: before any other code, and a refusal is caught
      root.classList.toggle("dark", localStorage.getItem("theme") === "dark");
    } catch {}
  };
  dress();
  addEventListener("pageshow", (event) => event.persisted && dress());
  const entry = "%ENTRY%";
  const start = "%START%";
  const patience = 10000;
  let loading = false;
  let tries = 0;
  let ready = false;
  let pressed;
  let waiting;
  const sleeping = (element) => element.closest("[data-lazy]");
  const giveUp = (place) => {
    pressed = undefined;
    place.classList.add("unscripted");
  };
  const load = () => {
    if (loading) return;
    loading = true;
    import(entry).catch(() => {
      loading = false;
      tries += 1;
      if (tries % 3) setTimeout(load, tries * 500);
      else giveUp(root);
    });
  };
  const keep = (event) => {
    const target = event.type === "submit" ? event.target : event.target.closest("button:not([type=submit])");
    if (!target || (ready && !sleeping(target))) return;
    load();
    if (target.closest(".unscripted")) return;
    event.preventDefault();
    // React may be about to take it: what is kept is done once.
    event.stopPropagation();
    pressed = target;
    clearTimeout(waiting);
    waiting = setTimeout(giveUp, patience, sleeping(target) || root);
    sleeping(target)?.dispatchEvent(new Event("needed"));
  };
  const touched = ({ target }) => target.form?.setAttribute("data-touched", "");
  page.addEventListener("click", keep, true);
  page.addEventListener("submit", keep, true);
  page.addEventListener("focusin", touched);
  page.addEventListener("input", touched);
  page.addEventListener("blocked", ({ target }) => giveUp(target === page ? root : target));
  page.addEventListener("ready", ({ target }) => {
    ready = true;
    (target === page ? root : target).classList.remove("unscripted");
    const done = pressed;
    if (!done) return;
    if (sleeping(done)) return sleeping(done).dispatchEvent(new Event("needed"));
    clearTimeout(waiting);
    pressed = undefined;
    done.tagName === "FORM" ? done.requestSubmit() : done.click();
  });
  addEventListener("online", load);
  if (start === "at once") {
    page.addEventListener("DOMContentLoaded", load);
    setTimeout(() => ready || giveUp(root), 2 * patience);
    return;
  }
  for (const touch of ["pointerdown", "touchstart", "keydown"])
    addEventListener(touch, load, { once: true, passive: true });
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(load, { timeout: 2000 }));
})();
