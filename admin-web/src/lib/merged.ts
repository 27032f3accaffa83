/** What the operator changed, on top of what was stored meanwhile. */
export function merged<Values extends object>(base: Values, mine: Values, stored: Values): Values {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]: [string, unknown]) => {
      const [was, is] = [base, mine].map((values) => (values as Record<string, unknown>)[name]);
      if (typeof value === 'object' && value) return [name, merged(was as object, is as object, value)];
      return [name, is === was ? value : is];
    }),
  ) as Values;
}
