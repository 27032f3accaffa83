/**
 * Renders the messages that Lingui has compiled (see docs/languages.md). Lingui's own runtime also formats dates and numbers and
 * compiles messages; leaving that out saves 1.8 kB of every first visit.
 */

/** A part of a message: a text, the name of a value, or plural texts that depend on the number with that name. */
type Part = string | [name: string] | [name: string, format: 'plural', cases: Record<string, Message>];

export type Message = string | Part[];
/** Translations by the ids of their messages. */
export type Messages = Record<string, Message>;
export type Values = Record<string, unknown>;

let messages: Messages = {};
/** Created at first use: most pages have no plural. */
let pluralRules: Intl.PluralRules | undefined;

export const i18n = {
  locale: 'en',

  activate(locale: string, translations: Messages = {}): void {
    i18n.locale = locale;
    messages = translations;
    pluralRules = undefined;
  },

  /**
   * A message in the language of the page, as the macros call it (see build/messages.ts).
   *
   * @param message in English, for pages in English and for what is not translated
   */
  _(id: string, message: Message, values: Values = {}): string {
    return render(messages[id] ?? message, values);
  },
};

function render(message: Message, values: Values): string {
  return typeof message === 'string' ? message : message.map((part) => renderPart(part, values)).join('');
}

function renderPart(part: Part, values: Values): string {
  if (typeof part === 'string') return part;
  const [name, , cases] = part;
  const value = values[name];
  if (!cases) return String(value);
  pluralRules ??= new Intl.PluralRules(i18n.locale);
  const count = Number(value);
  return render(cases[count] ?? cases[pluralRules.select(count)] ?? cases.other ?? '', values);
}
