/**
 * The lowest UUIDv7 of a time. Such ids begin with their time, so that a range of times is a range of the primary key.
 *
 * @param time ISO 8601
 * @param offsetMs milliseconds to add
 */
export function firstIdAt(time: string, offsetMs = 0): string {
  const milliseconds = Math.max(0, Date.parse(time) + offsetMs)
    .toString(16)
    .padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-0000-0000-000000000000`;
}
