declare module '*.po' {
  /** Compiled messages by their ids. */
  export const messages: import('./i18n').Messages;
}
