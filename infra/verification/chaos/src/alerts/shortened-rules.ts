/** Divides waits and ages. Ranges are divided by less, so that each still contains several scrapes. */
const WAIT_DIVISOR = 60;
const RANGE_DIVISOR = 20;
const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600 };
/** Thresholds of ten minutes and more are ages in seconds. */
const LONG_AGE_SECONDS = 600;

/**
 * Shortens every `for`, range and long age of the rules, so that a test need not wait for them. Nothing else changes.
 */
export function shortenedRules(rules: string): string {
  return rules
    .replace(/for: (\d+)([smh])/g, (_, count, unit) => `for: ${(seconds(count, unit) * 1_000) / WAIT_DIVISOR}ms`)
    .replace(/\[(\d+)([smh])\]/g, (_, count, unit) => `[${seconds(count, unit) / RANGE_DIVISOR}s]`)
    .replace(/> (\d+)$/gm, (match, threshold) =>
      Number(threshold) >= LONG_AGE_SECONDS ? `> ${Number(threshold) / WAIT_DIVISOR}` : match,
    );
}

export function alertNames(rules: string): string[] {
  return [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
}

function seconds(count: string, unit: string): number {
  return Number(count) * (SECONDS[unit] ?? 1);
}
