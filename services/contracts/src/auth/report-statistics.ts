import { z } from 'zod';
import { takedownKind } from './content-reports';
import { call } from '../messages/message';
import { quarterInput } from '../messages/quarter-input';

const kindStatistics = z.object({
  kind: takedownKind,
  /** Reports that were received in the quarter. The next six counts, and the hours, are of them. */
  received: z.int(),
  decidedInTime: z.int(),
  decidedLate: z.int(),
  /** Not decided yet, also if the quarter has ended. */
  open: z.int(),
  takenDown: z.int(),
  rejected: z.int(),
  answered: z.int(),
  /** From the receipt to the decision; null without a decision. */
  medianHours: z.number().nullable(),
  /** Takedowns and lifts in the quarter, whether or not anybody reported the output. */
  takedowns: z.int(),
  lifts: z.int(),
});
export type KindStatistics = z.infer<typeof kindStatistics>;

export const reportStatistics = z.object({
  quarter: quarterInput,
  /** Every kind. */
  kinds: z.array(kindStatistics),
});
/** Reports and takedowns of a quarter, in India’s time zone. */
export type ReportStatistics = z.infer<typeof reportStatistics>;

export const reportStatisticsCalls = {
  /** `unavailable` while generation, which counts the takedowns, is. */
  getReportStatistics: call('auth.getReportStatistics', {
    isForOperators: true,
    input: z.object({ quarter: quarterInput }),
    output: reportStatistics,
  }),
};
