/** Parses a field of a form or a query. Empty fields are false; anything else is kept for the validation to reject. */
export function toBoolean({ value }: { value: unknown }): unknown {
  return value === 'true' ? true : value === 'false' || value === '' ? false : value;
}
