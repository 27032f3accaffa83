/** Waits and ages of the rules, by so much; ranges by less, so that each still holds several scrapes. */
const WAITS_BY = 60;
const RANGES_BY = 20;
const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600 };
/** Thresholds that are ages, in seconds: those of ten minutes and more. */
const LONG_AGE_SECONDS = 600;

/**
 * The rules as they stand, made quicker: every `for`, every range and every age nobody can wait for in a test. What is asked
 * of which metric stays to the letter.
 */
export function shortenedRules(rules: string): string {
  return rules
    .replace(/for: (\d+)([smh])/g, (_, count, unit) => `for: ${seconds(count, unit) / WAITS_BY}s`)
    .replace(/\[(\d+)([smh])\]/g, (_, count, unit) => `[${seconds(count, unit) / RANGES_BY}s]`)
    .replace(/> (\d+)$/gm, (whole, threshold) =>
      Number(threshold) >= LONG_AGE_SECONDS ? `> ${Number(threshold) / WAITS_BY}` : whole,
    );
}

export function alertNames(rules: string): string[] {
  return [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
}

function seconds(count: string, unit: string): number {
  return Number(count) * (SECONDS[unit] ?? 1);
}
