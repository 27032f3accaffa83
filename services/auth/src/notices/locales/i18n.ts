import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Language } from '@luit/contracts/auth/languages';
import { messages as en } from './en';
import { messages as hi } from './hi';

const CATALOGS: Record<Language, Messages> = { en, hi };

/** One for each language for the whole life of the process. */
const INSTANCES = Object.fromEntries(
  Object.entries(CATALOGS).map(([locale, messages]) => [
    locale,
    setupI18n({ locale, messages: { [locale]: messages } }),
  ]),
) as Record<Language, I18n>;

/** Translates messages; its `locale` is the language. */
export function i18nOf(language: Language): I18n {
  return INSTANCES[language];
}

export function languageOf({ locale }: I18n): Language {
  return locale as Language;
}
