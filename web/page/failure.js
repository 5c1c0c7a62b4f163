// Shows that a part of the page could not be loaded, instead of an empty page. This is not a module,
// because it must run even if modules do not.

addEventListener(
  "error",
  ({ target }) => {
    const isPart = target === window || target instanceof HTMLScriptElement;
    const note = document.getElementById("link-note");
    if (!isPart || !note?.closest("[inert]")) return;
    document.documentElement.classList.remove("wordless");
    note.textContent = document.getElementById("failed")?.textContent ?? "";
  },
  true,
);
