// Sets what the user has chosen, light or dark and the language, before anything is drawn. This is not
// a module, because modules run later.

{
  const page = document.documentElement;
  /** @type {(string | null)[]} */
  let [theme, language] = [null, null];
  try {
    [theme, language] = ["theme", "claimeven-language"].map((key) => localStorage.getItem(key));
  } catch {
    // A browser that blocks cookies has no storage: the system decides.
  }
  if (theme) page.dataset.theme = theme;
  const wanted = [language, ...navigator.languages].map((name) => name?.split("-")[0] ?? "");
  page.lang = wanted.find((name) => ["de", "en", "es", "fr", "pt"].includes(name)) ?? "en";
  page.classList.toggle("wordless", page.lang !== "en");
  const texts = { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: `texts/${page.lang}.json` };
  document.head.append(Object.assign(document.createElement("link"), texts));
}
