/** Subjects that the contact page offers. */
export const CONTACT_SUBJECTS = ['general', 'technical', 'billing', 'feature', 'partnership', 'other'] as const;

export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

export const MAX_MESSAGE_CHARACTERS = 5_000;

export const SUBJECT_REQUIRED = 'Select a subject';
export const MESSAGE_REQUIRED = 'Message is required';
export const MESSAGE_TOO_LONG = `The message must be at most ${MAX_MESSAGE_CHARACTERS} characters`;
