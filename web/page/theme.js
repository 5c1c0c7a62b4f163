// Sets light or dark before anything is drawn. This is not a module, because modules run later.

try {
  const savedTheme = localStorage.getItem("theme");
  if (savedTheme) document.documentElement.dataset.theme = savedTheme;
} catch {
  // A browser that blocks cookies has no storage: the system decides.
}
