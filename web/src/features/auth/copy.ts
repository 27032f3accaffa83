import { t } from '@lingui/core/macro';

/** The forms that error messages link to. */
export const SIGN_UP = {
  to: '/auth?mode=signup',
  get label() {
    return t`Sign up`;
  },
};
export const RESET = {
  to: '/auth?reset=true',
  get label() {
    return t`Reset your password`;
  },
};

export const authMessages = {
  get signInEmpty() {
    return t`Login failed - no user data`;
  },
  get resetEmailInvalid() {
    return t`Please enter a valid email address`;
  },
  get resendFailed() {
    return t`We couldn’t send the email. Please try again.`;
  },
  get confirmFailed() {
    return t`This link is invalid or has expired.`;
  },
} as const;
