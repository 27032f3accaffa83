/** Postgres refuses NUL in any text, and an unpaired surrogate in JSON. */
const REFUSED = /[\0\p{Surrogate}]/u;

/** Returns true if Postgres can store a text. */
export function isStorable(text: string): boolean {
  return !REFUSED.test(text);
}
