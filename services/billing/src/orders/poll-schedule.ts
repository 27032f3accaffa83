/** When to poll, in minutes: 1, 2, 5, 10 and 30, hourly until 24 h, daily until day 6. Razorpay may authorize up to five days late. */
const MINUTES: readonly number[] = [
  ...[1, 2, 5, 10, 30],
  ...Array.from({ length: 24 }, (_, i) => (i + 1) * 60),
  ...Array.from({ length: 5 }, (_, i) => (i + 2) * 24 * 60),
];

/**
 * The times at which Luit polls Razorpay about an unpaid order, in milliseconds since its creation.
 *
 * @param minuteMs how long a minute of the schedule takes; the interval of other checks, which verification shortens
 */
export function pollSchedule(minuteMs: number): readonly number[] {
  return MINUTES.map((minutes) => minutes * minuteMs);
}
