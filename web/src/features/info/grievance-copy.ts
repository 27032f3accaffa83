import { plural } from '@lingui/core/macro';

const DAY_HOURS = 24;

/** Such as “3 hours” or “7 days”. */
export function limitText(hours: number): string {
  const days = hours / DAY_HOURS;
  if (!Number.isInteger(days)) return plural(hours, { one: `${hours} hour`, other: `${hours} hours` });
  return plural(days, { one: `${days} day`, other: `${days} days` });
}
