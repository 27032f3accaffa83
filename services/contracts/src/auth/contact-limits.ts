/** What a message on the contact page may be about. */
export const CONTACT_SUBJECTS = ['general', 'technical', 'billing', 'feature', 'partnership', 'other'] as const;

export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

/** Maximum characters of a name, an address and a message on the contact page. */
export const CONTACT_LIMITS = { name: 200, email: 254, message: 5_000 } as const;

export const SUBJECT_REQUIRED = 'Select a subject';
export const MESSAGE_REQUIRED = 'Message is required';
export const MESSAGE_TOO_LONG = `The message must be at most ${CONTACT_LIMITS.message} characters`;
