/** Rules of a field with a whole number. */
export function wholeNumberRules({ min, max }: { min: number; max: number }) {
  const isValid = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return { validate: (text: string) => isValid(text) || `Enter a whole number from ${min} to ${max}` };
}
