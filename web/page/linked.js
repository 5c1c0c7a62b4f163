// Shows the parts of Analyze at once if the address has a game that is not a puzzle, so that nothing jumps. This is not a
// module, because modules run after the page is drawn.

if (!location.hash.startsWith("#puzzle=") && (location.hash || location.search)) document.body.classList.remove("plain", "simple");
