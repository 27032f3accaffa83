const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * After 1, 2, 5, 10 and 30 minutes, hourly to 24 h, daily to day 6, in milliseconds since the order's creation: Razorpay
 * may authorise a payment up to five days late.
 */
export const DEFAULT_POLL_SCHEDULE_MS: readonly number[] = [
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE),
  ...Array.from({ length: 24 }, (_, i) => (i + 1) * HOUR),
  ...Array.from({ length: 5 }, (_, i) => (i + 2) * DAY),
];
