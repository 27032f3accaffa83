import type { TakedownKind } from './takedown-kinds';

/**
 * Hours within which a report is decided: the IT Rules of India as amended in February 2026 set them, and for personal data the privacy
 * policy does.
 */
export const DEFAULT_REPORT_LIMIT_HOURS: Record<TakedownKind, number> = {
  intimate_imagery: 2,
  order: 3,
  unlawful: 7 * 24,
  grievance: 7 * 24,
  personal_data: 15 * 24,
};
/** Kinds that need an address to answer to. */
export const KINDS_WITH_EMAIL: readonly TakedownKind[] = ['order', 'grievance', 'personal_data'];

export const MAX_REPORT_CHARACTERS = 5_000;
export const MAX_TARGET_CHARACTERS = 500;

export const REPORT_KIND_REQUIRED = 'Choose what the report is about';
export const TARGET_REQUIRED = 'Enter the link or the ID of the video';
export const REPORT_TEXT_REQUIRED = 'Describe what is wrong';
export const REPORT_TEXT_TOO_LONG = `The text must be at most ${MAX_REPORT_CHARACTERS} characters`;
export const REPORT_EMAIL_REQUIRED = 'Enter an email address for the answer';
export const REPORT_NOT_FOUND = 'There is no report with this number.';
