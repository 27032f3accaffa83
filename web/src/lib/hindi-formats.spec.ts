import { expect, it, onTestFinished, vi } from 'vitest';

/** Alone in its file: the formatters of a page are created once, so this needs new modules, which other tests must not get. */
it('a page in Hindi has dates in its language and numbers as in English', async () => {
  vi.resetModules();
  const { i18n } = await import('./i18n');
  onTestFinished(() => {
    i18n.activate('en');
    document.documentElement.removeAttribute('lang');
    vi.resetModules();
  });
  await (await import('./language')).activateLanguage('hi');
  const { formatDate, formatNumber } = await import('./format');
  const day = '2026-01-26T06:30:00.000Z';
  const inHindi = new Intl.DateTimeFormat('hi-IN', { dateStyle: 'medium' }).format(new Date(day));
  expect(inHindi).not.toBe(new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' }).format(new Date(day)));
  expect(formatDate(day)).toBe(inHindi);
  expect(formatNumber(100_000)).toBe('1,00,000');
});
