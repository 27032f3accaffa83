import { plural, t } from '@lingui/core/macro';

export const grievanceCopy = {
  get pageTitle() {
    return t`Grievance officer · Luit`;
  },
  get heading() {
    return t`Grievance officer`;
  },
  get lead() {
    return t`Complain about a video, a photo, your personal data or our service. A person reads it and answers.`;
  },
  get report() {
    return t`Report or complain`;
  },
  get state() {
    return t`See the status of a report`;
  },
  get timesTitle() {
    return t`How long it takes`;
  },
  get receipt() {
    return t`You get a report number right away, and can use it to see our decision. From then on, we decide within:`;
  },
  get appealTitle() {
    return t`If you disagree`;
  },
  get appeal() {
    return t`Write to the grievance officer and include your report number. Another review is free.`;
  },
  get authorities() {
    return t`You may also approach the Grievance Appellate Committee, the Data Protection Board of India (about your personal data), or the National Consumer Helpline (1915).`;
  },
  get contactTitle() {
    return t`Contact`;
  },
} as const;

const DAY_HOURS = 24;

/** Such as “3 hours” or “7 days”. */
export function limitText(hours: number): string {
  const days = hours / DAY_HOURS;
  if (!Number.isInteger(days)) return plural(hours, { one: `${hours} hour`, other: `${hours} hours` });
  return plural(days, { one: `${days} day`, other: `${days} days` });
}
