// Before the first paint: a page that is written ahead would show itself in the system's colours first.
try {
  const theme = localStorage.getItem('luit.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage there is no choice to remember.
}
