const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Milliseconds since the order's creation: 1, 2, 5, 10 and 30 minutes, hourly until 24 h, daily until day 6. Razorpay may
 * authorize a payment up to five days late.
 */
export const DEFAULT_POLL_SCHEDULE_MS: readonly number[] = [
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE),
  ...Array.from({ length: 24 }, (_, i) => (i + 1) * HOUR),
  ...Array.from({ length: 5 }, (_, i) => (i + 2) * DAY),
];
