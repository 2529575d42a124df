// Sets the colour scheme before the first paint. A file of its own, so that the page needs no inline script.
(() => {
  let wish = 'auto';
  try {
    wish = localStorage.getItem('placard.scheme') ?? 'auto';
  } catch {
    // Storage may be forbidden; the system's scheme is used.
  }
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
