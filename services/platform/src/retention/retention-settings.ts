import {
  DEFAULT_RETENTION_DAYS,
  FIXED_RETENTION,
  RETENTION_RULES,
  type RetentionDays,
  type RetentionRule,
} from '@luit/contracts/operations/retention';
import { z } from 'zod';
import { json } from '../config';

/** Ten years. A longer time is more likely to be a mistake. */
const MAX_DAYS = 3_660;

const days = ({ minimumDays, reason }: RetentionRule) =>
  z
    .int()
    .min(minimumDays, `must be at least ${minimumDays} days, because ${reason}`)
    .max(MAX_DAYS, `must be at most ${MAX_DAYS} days`)
    .optional();

/** A table with a fixed retention, which no setting can change. */
const fixed = (reason: string) => z.undefined({ error: `cannot be set: ${reason}` }).optional();

const shape = {
  ...Object.fromEntries(Object.entries(FIXED_RETENTION).map(([table, reason]) => [table, fixed(reason)])),
  ...Object.fromEntries(Object.entries(RETENTION_RULES).map(([table, rule]) => [table, days(rule)])),
};

/**
 * `RETENTION_DAYS`: days by table as JSON, for example {"auth.mails":90}. Each service reads all tables, so that each refuses to
 * start if a name is misspelled.
 */
export const retentionEnvironment = {
  RETENTION_DAYS: json
    .pipe(z.strictObject(shape))
    .default({})
    .transform((set): RetentionDays => ({ ...DEFAULT_RETENTION_DAYS, ...set })),
};
