// Shows that a script of the page could not be loaded, instead of an empty page. This is not a module,
// because it must run even if modules do not.

addEventListener(
  "error",
  ({ target }) => {
    const side = document.getElementById("status-side");
    if (side && target instanceof HTMLScriptElement) side.textContent = "The page did not load. Reload it to try again.";
  },
  true,
);
