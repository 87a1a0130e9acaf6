// @ts-check
/* Sets the colours before anything is drawn, so that nothing flashes; it must run before the page, hence no module. */
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // Without storage, use the system's preference.
  }
  document.documentElement.classList.add(theme === "light" || theme === "dark" ? `theme-${theme}` : "theme-auto");
})();
