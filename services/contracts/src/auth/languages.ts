/** The languages of the creator app, and of mails and web pushes to creators and guests, as BCP 47 tags. */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of accounts and guests that named none, and of everything sent to operators. */
export const DEFAULT_LANGUAGE: Language = 'en';
export const UNKNOWN_LANGUAGE = 'Please choose one of the available languages';

/** The language with this tag, or the default one if there is none. */
export function languageOrDefault(tag: string | null | undefined): Language {
  return LANGUAGES.find((language) => language === tag) ?? DEFAULT_LANGUAGE;
}
