import { z } from 'zod';
import { timestamp } from './fields';

export const invariantStatus = z.object({
  /** The name in docs/architecture.md. */
  invariant: z.enum(['I1', 'I2', 'I3', 'I4', 'I5', 'I6']),
  name: z.string(),
  /** Violations that could not be repaired. */
  violations: z.number(),
  /** Violations that the latest check repaired. */
  repaired: z.number(),
  /** Ids of some violations, for the runbook's queries. */
  samples: z.array(z.string()),
  /** Null until the first check has ended. */
  checkedAt: timestamp.nullable(),
  /** Seconds between two checks. */
  everySeconds: z.number(),
  /** The latest check is older than three intervals and ten minutes, or there was none: whether the invariant holds is unknown. */
  isOverdue: z.boolean(),
  /** The first of the consecutive checks that found a violation; null while the invariant holds. */
  brokenSince: timestamp.nullable(),
});
/** The result of the latest check of one invariant. */
export type InvariantStatus = z.infer<typeof invariantStatus>;
