// Runs before the first paint. A file of its own, so that the page needs no inline script.
(() => {
  const page = document.documentElement;
  // Somebody whose page does not come, or not soon, is better off with this one than with none, in milliseconds.
  const LEAVING_MS = 1000;
  let wish = 'auto';
  try {
    wish = localStorage.getItem('placard.scheme') ?? 'auto';
    // Whoever is logged in does not stay on these: nothing is shown until it is clear where they go.
    const entry = /^(\/en)?\/?(advertiser|webmaster|singup|account\/(login|password\/reset(\/[\w-]+)?))?\/?$/;
    if (entry.test(location.pathname) && localStorage.getItem('placard.session')) {
      page.dataset.leaving = '';
      setTimeout(() => delete page.dataset.leaving, LEAVING_MS);
    }
  } catch {
    // Storage may be forbidden; the system's scheme is used.
  }
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  // Parts that only a script can move are laid out as the script will leave them.
  page.dataset.script = '';
})();
