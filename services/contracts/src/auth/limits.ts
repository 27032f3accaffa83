/** Fewest characters of a password, counted as people do: an emoji is one. */
export const MIN_PASSWORD_CHARACTERS = 6;
export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_CHARACTERS} characters long`;
export const MAX_PASSWORD_BYTES = 1_000;
export const MAX_NAME_CHARACTERS = 200;
/** The longest address SMTP can carry (RFC 5321, path less its brackets). */
export const MAX_EMAIL_CHARACTERS = 254;
export const NAME_REQUIRED = 'Name is required';
export const EMAIL_REQUIRED = 'Email is required';
export const PASSWORD_REQUIRED = 'Password is required';
export const CURRENT_PASSWORD_REQUIRED = 'Current password is required';
export const LINK_INCOMPLETE = 'The link is incomplete';
export const STATE_REQUIRED = 'Please choose a state';
export const INVALID_GSTIN = 'Please enter a valid GSTIN';
export const INVALID_BILLING_PROFILE = 'The billing profile is not valid';
export const INVALID_EMAIL = 'Please enter a valid email address';
