// Runs before the first paint, because pages are written ahead and show before the app has come.
(() => {
  const page = document.documentElement;
  try {
    const theme = localStorage.getItem('luit.theme');
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
    // Somebody is probably signed in: until that is known, the bar has room for the account and no invitation.
    if (localStorage.getItem('luit.session') !== null) page.dataset.session = 'kept';
  } catch {
    // Without storage there is nothing to remember.
  }

  // Buttons do nothing yet, and a form would send what was written by its address. The last press waits for the app.
  let pressed = null;
  const hold = (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    pressed = button;
  };
  addEventListener('click', hold, true);
  window.luitBeforeHydration = () => {
    removeEventListener('click', hold, true);
    return pressed;
  };
})();
