import { deviceStorage } from '@luit/ui/storage';
import type { Language } from '@luit/contracts/auth/languages';
import { i18n, type Messages } from './i18n';
import { logFailure } from './log';

/** The languages of the app by their own names. */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const satisfies Record<Language, string>;

export type { Language };

const STORAGE_KEY = 'luit.language';

/** English is in the code and has no catalog. */
const CATALOGS: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  hi: () => import('../locales/hi.po'),
};

/**
 * The language that the address asks for (`?lang=hi`), which is saved; else the saved one, else the first of the browser's languages
 * that the app speaks, else English.
 */
export function chosenLanguage(preferred: readonly string[] = navigator.languages): Language {
  const asked = new URLSearchParams(window.location.search).get('lang');
  if (isLanguage(asked)) saveLanguage(asked);
  const spoken = preferred.map((tag) => tag.split('-')[0]);
  return [deviceStorage.getItem(STORAGE_KEY), ...spoken].find(isLanguage) ?? 'en';
}

export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en';
}

/** Whether a language was chosen in this browser, or taken over from an account. */
export function hasChosenLanguage(): boolean {
  return deviceStorage.getItem(STORAGE_KEY) !== null;
}

export function saveLanguage(language: Language): void {
  deviceStorage.setItem(STORAGE_KEY, language);
}

/** Saves the choice and loads the page again, because a page keeps its language. */
export function changeLanguage(language: Language): void {
  saveLanguage(language);
  const url = new URL(window.location.href);
  if (deviceStorage.keepsAll()) url.searchParams.delete('lang');
  else url.searchParams.set('lang', language);
  window.history.replaceState(window.history.state, '', url);
  window.location.reload();
}

/** Loads what is translated. Without it, for example without a connection, the page stays in English. */
export async function activateLanguage(language: Exclude<Language, 'en'>): Promise<void> {
  try {
    const [{ messages }, { translateOutsideTexts }] = await Promise.all([
      CATALOGS[language](),
      import('./outside-texts'),
    ]);
    i18n.activate(language, messages);
    translateOutsideTexts();
    document.documentElement.lang = `${language}-IN`;
  } catch (cause) {
    logFailure('Loading the language failed', cause);
  }
}

function isLanguage(tag: string | null | undefined): tag is Language {
  return typeof tag === 'string' && Object.hasOwn(LANGUAGES, tag);
}
