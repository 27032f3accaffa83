import { MIN_PASSWORD_CHARACTERS } from '@luit/contracts/auth/limits';
import { passwordProblem } from '@luit/contracts/auth/password-limits';
import { characterCount } from '@luit/contracts/messages/character-count';
import { t } from '@lingui/core/macro';

export const PASSWORD_RECOMMENDED = 12;

export const authCopy = {
  get signIn() {
    return t`Sign in`;
  },
  get signUp() {
    return t`Sign up`;
  },
  get email() {
    return t`Email`;
  },
  get password() {
    return t`Password`;
  },
  strength: {
    get none() {
      return t`We recommend 12 or more characters.`;
    },
    get short() {
      return t`Too short. We recommend 12 or more characters.`;
    },
    get spaces() {
      return t`A password can’t be only spaces.`;
    },
    get address() {
      return t`Your email address can’t be your password.`;
    },
    get fair() {
      return t`Long enough. We recommend 12 or more characters, and refuse common passwords.`;
    },
    get good() {
      return t`Good length. Common passwords are refused.`;
    },
  },
  get resent() {
    return t`Confirmation email sent!`;
  },
  get backToSignIn() {
    return t`Back to sign in`;
  },
  get confirmButton() {
    return t`Confirm email`;
  },
  get resetTitle() {
    return t`Reset your password`;
  },
  get newPasswordTitle() {
    return t`Set a new password`;
  },
} as const;

/** The forms that messages lead to. */
export const SIGN_IN = {
  to: '/auth',
  get label() {
    return authCopy.signIn;
  },
};
export const SIGN_UP = {
  to: '/auth?mode=signup',
  get label() {
    return authCopy.signUp;
  },
};
export const RESET = {
  to: '/auth?reset=true',
  get label() {
    return authCopy.resetTitle;
  },
};

export const authMessages = {
  get emailRequired() {
    return t`Email is required`;
  },
  get emailInvalid() {
    return t`Email is invalid`;
  },
  get passwordRequired() {
    return t`Password is required`;
  },
  get signUpFailed() {
    return t`Signup failed`;
  },
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

/** Checks only the form x@y.z; the confirmation email verifies the address. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Counts code points, so that most emoji count as one character. */
export const isLongEnough = (password: string): boolean => characterCount(password) >= MIN_PASSWORD_CHARACTERS;

export function strengthOf(password: string, email: string): keyof typeof authCopy.strength {
  if (password === '') return 'none';
  const problem = passwordProblem(password, email);
  if (problem) return problem;
  return characterCount(password) >= PASSWORD_RECOMMENDED ? 'good' : 'fair';
}

export const RESEND_NOTICE_MS = 3000;

/** Delay before the success message redirects to the sign-in page. */
export const UPDATED_NOTICE_MS = 3000;
