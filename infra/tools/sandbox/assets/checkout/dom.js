const ICONS = {
  close: 'M6 6l12 12M18 6L6 18',
  flask: 'M9 3h6M10 3v6l-5.2 9a2 2 0 0 0 1.7 3h11a2 2 0 0 0 1.7-3L14 9V3M7.5 15h9',
  done: 'M8 12.5l2.8 2.8L16.5 9.5M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20z',
};

/** Creates an element. Texts become text nodes, so options are never parsed as markup. */
export function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {}))
    if (value !== undefined && value !== null) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
}

export function icon(name, size) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const attributes = { viewBox: '0 0 24 24', width: size, height: size, fill: 'none', stroke: 'currentColor' };
  Object.entries({ ...attributes, 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }).forEach(
    ([key, value]) => svg.setAttribute(key, String(value)),
  );
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** Formats an amount as in India; whole rupees without paise. */
export function formatAmount(paise, currency) {
  const fractions = paise % 100 === 0 ? 0 : 2;
  const format = { style: 'currency', currency: currency || 'INR', minimumFractionDigits: fractions };
  return new Intl.NumberFormat('en-IN', { ...format, maximumFractionDigits: 2 }).format(paise / 100);
}

/** The page's color scheme, or the system's. */
export function preferredTheme() {
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  if (/dark/.test(scheme) !== /light/.test(scheme)) return /dark/.test(scheme) ? 'dark' : 'light';
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Relative luminance (WCAG 2) of `#rgb` or `#rrggbb`; null for anything else. */
function luminance(color) {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color || '');
  const hex = short ? short.slice(1).map((digit) => digit + digit) : /^#(..)(..)(..)$/.exec(color || '')?.slice(1);
  const parts = (hex || []).map((pair) => parseInt(pair, 16) / 255);
  if (parts.length !== 3 || parts.some(Number.isNaN)) return null;
  const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Applies the merchant's color with readable text colors in either theme. */
export function paint(dialog, theme) {
  const light = luminance(theme.color);
  const accent = light === null ? '#2f5bea' : theme.color;
  const isBright = (light === null ? 0.13 : light) > 0.36;
  const isDark = dialog.dataset.theme === 'dark';
  dialog.style.setProperty('--accent', accent);
  dialog.style.setProperty('--on-accent', isBright ? '#10131c' : '#fff');
  const towards = isDark ? '#fff 55%' : isBright ? '#000 55%' : '#000 10%';
  dialog.style.setProperty('--accent-ink', `color-mix(in srgb, ${accent}, ${towards})`);
  if (theme.backdrop_color) dialog.style.setProperty('--backdrop', theme.backdrop_color);
}
