/** How generation names failures of requests (`failure-texts.ts`). */
export const FAILURE_CODES =
  'The error of a failed one has the code `generation_failed`, `timed_out`, `invalid_input`, `refused_by_policy` or `canceled`.';
