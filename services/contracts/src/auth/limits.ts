/** Minimum length of a password. Characters are code points, so an emoji counts as one. */
export const MIN_PASSWORD_CHARACTERS = 6;
export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_CHARACTERS} characters long`;
/** Minimum length of an operator's password. */
export const MIN_OPERATOR_PASSWORD = 12;
export const MAX_PASSWORD_BYTES = 1_000;
export const MAX_NAME_CHARACTERS = 200;
export const NAME_TOO_LONG = `Name must be at most ${MAX_NAME_CHARACTERS} characters`;
/** The longest email address that SMTP supports (RFC 5321: a path of 256 octets without its angle brackets). */
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

/**
 * Maximum characters of fields in requests and calls. They only bound the work that a request causes: auth then validates
 * addresses and passwords exactly and reports faults with their own error codes.
 */
export const INPUT_LIMITS = {
  email: 320,
  /** Passwords, and tokens of mailed links and sessions. */
  secret: 1_024,
  /** Codes of authenticator apps and recovery codes. */
  code: 40,
  /** The id of a passkey (WebAuthn allows 1,023 bytes) in base64url. */
  passkey: 1_400,
  /** Parameters and issuers of OpenID providers. */
  openId: 2_048,
  gstState: 2,
  gstin: 20,
  /** An operator's reason for the audit log. */
  reason: 500,
  /** The subject of an audit log entry. */
  subject: 100,
  search: 200,
} as const;

/** The access that survives a password reset: more than an account has of API keys, webhook endpoints and the like. */
export const MAX_KEPT_ACCESS = 1_000;

/** Characters of the reason that an operator gives for a dangerous action. */
export const REASON_MIN_LENGTH = 3;
export const REASON_REQUIRED = 'Please give a reason';

/** Characters of an operator's note on a user. */
export const MAX_NOTE_CHARACTERS = 2_000;
export const NOTE_REQUIRED = 'Please enter a note';
