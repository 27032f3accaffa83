/** The languages of accounts, as BCP 47 tags: their mails and web pushes, and the creator app. */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Of an account that chose none, and of everything sent to people without an account. */
export const DEFAULT_LANGUAGE: Language = 'en';
export const UNKNOWN_LANGUAGE = 'Please choose one of the available languages';
