/** What a parameter takes: either the values, or the whole numbers of a range. */
export interface ListedValues {
  values?: readonly (string | number)[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** Whether a list or a range contains the value. */
export function takesValue({ values, from, to }: ListedValues, value: string | number): boolean {
  if (values) return values.includes(value);
  return Number.isInteger(value) && Number(value) >= Number(from) && Number(value) <= Number(to);
}

/** Every value of a list or a range, in order. */
export function valuesOf({ values, from, to }: ListedValues): (string | number)[] {
  return values ? [...values] : Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i);
}
