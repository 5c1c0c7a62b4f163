// Shows the parts of Analyze at once if the address has a game, so that nothing jumps. This is not a
// module, because modules run after the page is drawn.

if (location.hash || location.search) document.body.classList.remove("plain", "simple");
