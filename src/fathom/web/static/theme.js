/** The chosen theme, before anything is painted: this one script is not a module, so the page waits for it. */
try {
  const theme = localStorage.getItem("fathom.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // a browser that keeps nothing has the theme of the system
}
