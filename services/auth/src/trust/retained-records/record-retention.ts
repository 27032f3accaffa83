import { z } from 'zod';

/** From this day in India, the DPDP Rules require logs and the related personal data to be kept for at least a year. */
const RULES_APPLY_FROM = Date.parse('2027-05-13T00:00:00+05:30');
/** A year, and room for requests of authorities that arrive at its end. */
const DEFAULT_DAYS = 400;
/** Ten years. A longer time is more likely to be a mistake. */
const MAX_DAYS = 3_660;

/** `SEALED_RETENTION_DAYS`; absent for the default, which depends on the date. */
export const recordRetentionEnvironment = {
  SEALED_RETENTION_DAYS: z.coerce.number().int().min(0).max(MAX_DAYS).optional(),
};

/**
 * How long the retained record of an account that is erased at `at` is kept, days; 0 if there is none.
 *
 * @param setting null for the default
 */
export function recordRetentionDays(setting: number | null, at: Date): number {
  if (setting !== null) return setting;
  return at.getTime() < RULES_APPLY_FROM ? 0 : DEFAULT_DAYS;
}
