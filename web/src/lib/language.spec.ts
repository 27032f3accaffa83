import { uiTexts } from '@luit/ui/texts';
import { afterEach, describe, expect, it } from 'vitest';
import { errorText, translateErrors } from './api-error';
import { i18n } from './i18n';
import { activateLanguage, chosenLanguage, currentLanguage } from './language';

const english = { ...uiTexts };

afterEach(() => {
  i18n.activate('en');
  translateErrors(() => undefined);
  Object.assign(uiTexts, english);
  document.documentElement.removeAttribute('lang');
});

describe('the chosen language', () => {
  it('is English without a choice', () => {
    expect(chosenLanguage([])).toBe('en');
    expect(chosenLanguage(['fr-FR', 'as-IN'])).toBe('en');
  });

  it('is the first of the browser’s languages that the app speaks', () => {
    expect(chosenLanguage(['as-IN', 'hi-IN', 'en-IN'])).toBe('hi');
    expect(chosenLanguage(['en-GB', 'hi'])).toBe('en');
  });

  it('is the saved one rather than those of the browser', () => {
    localStorage.setItem('luit.language', 'hi');
    expect(chosenLanguage(['en-IN'])).toBe('hi');
    localStorage.setItem('luit.language', 'en');
    expect(chosenLanguage(['hi-IN'])).toBe('en');
  });

  it('is the one that the address asks for, from then on', () => {
    localStorage.setItem('luit.language', 'en');
    window.history.replaceState(null, '', '/pricing?lang=hi');
    expect(chosenLanguage(['en-IN'])).toBe('hi');
    window.history.replaceState(null, '', '/pricing?lang=xx');
    expect(chosenLanguage(['en-IN'])).toBe('hi');
    window.history.replaceState(null, '', '/');
  });

  it.each(['xx', '', 'HI', 'toString'])('is English if the saved language %j does not exist', (saved) => {
    localStorage.setItem('luit.language', saved);
    expect(chosenLanguage([])).toBe('en');
  });
});

describe('a page in Hindi', () => {
  it('names its language', async () => {
    expect(currentLanguage()).toBe('en');
    await activateLanguage('hi');
    expect(currentLanguage()).toBe('hi');
    expect(document.documentElement.lang).toBe('hi-IN');
  });

  it('has its own texts for the errors of the server, by their codes', async () => {
    const message = 'Only the server writes this';
    expect(errorText('not_found', message)).toBe(message);
    await activateLanguage('hi');
    expect(errorText('not_found', message)).not.toBe(message);
    expect(errorText('a_newer_code', message)).toBe(message);
  });

  it('names what the content policy refused, and how long repeated refusals pause an account', async () => {
    await activateLanguage('hi');
    const refused = errorText('refused_by_policy', 'English', { category: 'self_harm' });
    expect(refused).toMatch(/आत्महत्या.*दोबारा.*14416/);
    expect(errorText('refused_by_policy', 'English', { category: 'a_newer_one' })).toMatch(/दोबारा/);
    expect(errorText('too_many_requests', 'English', { pausedMinutes: 10 })).toMatch(/10 मिनट/);
    expect(errorText('too_many_requests', 'English')).not.toMatch(/मिनट/);
  });
});
