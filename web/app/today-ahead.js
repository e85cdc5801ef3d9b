// Stands in the panel's document. Where the address is that of Today its code is asked for at once: a phone without a network has it, and
// waits for nothing else.
if (new URLSearchParams(location.search).get("view") === "today")
  for (const href of ["%FILES%"])
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
