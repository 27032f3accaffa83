// Runs before the first paint, because prerendered pages are visible before the app loads.
(() => {
  const page = document.documentElement;
  const saved = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      // The browser denies or lacks storage.
      return null;
    }
  };
  const theme = saved('luit.theme');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
  // The user is probably signed in. Until that is known, the navigation bar reserves space for the account.
  if (saved('luit.session') !== null) page.dataset.session = 'expected';
  // Prerendered pages are in English. In another language, as src/lib/language.ts chooses it, the page stays hidden until the app
  // renders it, or for a while if the app does not load.
  const asked = new URLSearchParams(location.search).get('lang');
  const spoken = navigator.languages.map((tag) => tag.split('-')[0]);
  const languages = [asked, saved('luit.language'), ...spoken];
  if (languages.find((language) => language === 'en' || language === 'hi') === 'hi') {
    page.style.visibility = 'hidden';
    setTimeout(() => (page.style.visibility = ''), 5_000);
  }

  // Before hydration, buttons do nothing and a form would send its fields in the URL. Clicks are captured and the last one is replayed.
  let pressed = null;
  const captureClick = (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    pressed = button;
  };
  addEventListener('click', captureClick, true);
  window.luitBeforeHydration = () => {
    removeEventListener('click', captureClick, true);
    return pressed;
  };
})();
