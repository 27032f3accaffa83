import { INVALID_EMAIL } from '@luit/contracts/auth/limits';
import { ApiError, messageOf, type ApiErrorCode } from '../../lib/api-error';

type Texts = Partial<Record<ApiErrorCode, string>>;

const SIGN_UP: Texts = {
  email_taken: 'An account with this email already exists',
  invalid_email: INVALID_EMAIL,
  unavailable: 'Unable to validate email. Please try again',
};

const SIGN_IN: Texts = {
  invalid_credentials: 'Invalid email or password',
  email_not_confirmed: 'Please check your email and confirm your account before signing in',
  too_many_attempts: 'Too many login attempts. Please try again later',
  too_many_requests: 'Too many login attempts. Please try again later',
  user_not_found: 'No account found with this email address. Please sign up first',
  invalid_email: INVALID_EMAIL,
};

const RESET: Texts = {
  user_not_found: 'No account found with this email address',
  too_many_attempts: 'Too many reset attempts. Please try again later',
  too_many_requests: 'Too many reset attempts. Please try again later',
  invalid_email: INVALID_EMAIL,
};

function translate(texts: Texts, error: unknown, fallback: string): string {
  const known = error instanceof ApiError ? texts[error.code] : undefined;
  return known ?? messageOf(error, fallback);
}

/** Maps error codes of the auth calls to the texts of each screen. Unlisted errors keep the server's text. */
export const signUpMessage = (error: unknown) => translate(SIGN_UP, error, 'Signup failed');
export const signInMessage = (error: unknown) => translate(SIGN_IN, error, 'Login failed - no user data');
export const resetMessage = (error: unknown) =>
  translate(RESET, error, 'We couldn’t send the reset email. Please try again.');
