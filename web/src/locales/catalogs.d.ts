declare module '*.po' {
  /** Compiled messages by their ids. */
  export const messages: import('../lib/i18n').Messages;
}
