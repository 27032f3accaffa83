/** An amount up to 1,000,000 with at most six decimals, as the server accepts it. */
export function isAmount(text: string): boolean {
  return /^(\d{1,6}(\.\d{1,6})?|1000000(\.0{1,6})?)$/.test(text.trim());
}
