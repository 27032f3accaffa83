import { t } from '@lingui/core/macro';
import { ApiError, messageOf, type ApiErrorCode } from '../../lib/api-error';
import { authMessages } from './copy';

type Texts = Partial<Record<ApiErrorCode, string>>;

const signUpTexts = (): Texts => ({
  email_taken: t`An account with this email already exists`,
  invalid_email: authMessages.resetEmailInvalid,
  unavailable: t`Unable to validate email. Please try again`,
});

const signInTexts = (): Texts => ({
  invalid_credentials: t`Invalid email or password`,
  email_not_confirmed: t`Please check your email and confirm your account before signing in`,
  too_many_attempts: t`Too many login attempts. Please try again later`,
  too_many_requests: t`Too many login attempts. Please try again later`,
  user_not_found: t`No account found with this email address. Please sign up first`,
  invalid_email: authMessages.resetEmailInvalid,
});

const resetTexts = (): Texts => ({
  user_not_found: t`No account found with this email address`,
  too_many_attempts: t`Too many reset attempts. Please try again later`,
  too_many_requests: t`Too many reset attempts. Please try again later`,
  invalid_email: authMessages.resetEmailInvalid,
});

const providerTexts = (): Texts => ({
  email_not_confirmed: t`Your email address is not verified there. Verify it, or sign up with a password.`,
  link_invalid_or_expired: t`This sign-in has expired or was already used. Please start again.`,
  conflict: t`That account is already linked to another Luit account, or another one is linked to yours.`,
  unavailable: t`We couldn’t reach the sign-in service. Please try again, or use another way.`,
});

function translate(texts: Texts, error: unknown, fallback: string): string {
  const known = error instanceof ApiError ? texts[error.code] : undefined;
  return known ?? messageOf(error, fallback);
}

/** Maps error codes of the auth calls to the texts of each screen. Unlisted errors keep the server's text. */
export const signUpMessage = (error: unknown) => translate(signUpTexts(), error, t`Signup failed`);
export const signInMessage = (error: unknown) => translate(signInTexts(), error, authMessages.signInEmpty);
export const providerMessage = (error: unknown) =>
  translate(providerTexts(), error, t`The sign-in was not completed. Please start again.`);
export const resetMessage = (error: unknown) =>
  translate(resetTexts(), error, t`We couldn’t send the reset email. Please try again.`);
