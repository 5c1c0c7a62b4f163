// Sets light or dark before anything is drawn. This is not a module, because modules run later.

/** @type {string | null} */
const savedTheme = localStorage.getItem("theme");
if (savedTheme) {
  document.documentElement.dataset.theme = savedTheme;
}
