/** Hours from noticing a breach in which CERT-In must be informed: Directions of 28 April 2022. */
export const CERT_IN_HOURS = 6;
/** Hours from noticing a breach in which the Data Protection Board must be informed in detail: DPDP Rules, 2025. */
export const BOARD_HOURS = 72;

export const BREACH_NOTICES = ['cert_in', 'board', 'users'] as const;
export type BreachNoticeKind = (typeof BREACH_NOTICES)[number];
export const BREACH_NOTICE_NAMES: Record<BreachNoticeKind, string> = {
  cert_in: 'CERT-In',
  board: 'Data Protection Board',
  users: 'Affected users',
};

export const BREACH_SELECTIONS = ['accounts', 'sessions', 'operator', 'all'] as const;
export type BreachSelectionKind = (typeof BREACH_SELECTIONS)[number];

export const MAX_BREACH_TITLE = 120;
export const MAX_BREACH_TEXT = 5_000;
export const MAX_BREACH_NOTICE = 10_000;
/** Characters of a pasted list of ids and addresses. */
export const MAX_BREACH_ACCOUNTS_TEXT = 40_000;

/** Placeholders that operators must fill in. A text that contains any of them is not sent. */
export const BREACH_PLACEHOLDER = /\[[^[\]]*\]/;

export const BREACH_TITLE_REQUIRED = 'Enter a title';
export const BREACH_TEXT_REQUIRED = 'Describe what happened';
export const NOTICED_BY_REQUIRED = 'Enter who noticed it';
export const NOTICE_REQUIRED = 'Enter the text of the notice';
