import { MIN_PASSWORD_CHARACTERS } from '@luit/contracts/auth/limits';
import { characterCount } from '@luit/contracts/messages/character-count';
import { t } from '@lingui/core/macro';

export const PASSWORD_RECOMMENDED = 12;

export const authCopy = {
  get signInTitle() {
    return t`Welcome back`;
  },
  get signInLead() {
    return t`Sign in to create videos and manage your credits.`;
  },
  get signUpTitle() {
    return t`Create your account`;
  },
  get signUpLead() {
    return t`Creating an account is free. You pay only when you buy credits.`;
  },
  get promptSaved() {
    return t`Your prompt is saved`;
  },
  get promptSavedText() {
    return t`You’ll find it in the form once you’ve signed up or signed in on this device.`;
  },
  get signOutPending() {
    return t`You’re signed out on this device`;
  },
  get signOutPendingText() {
    return t`Everything it had saved from your account was deleted. We can’t reach the server, so your session there will end the next time Luit is open here with a connection.`;
  },
  get signIn() {
    return t`Sign in`;
  },
  get signUp() {
    return t`Sign up`;
  },
  get createAccount() {
    return t`Create account`;
  },
  get name() {
    return t`Full name`;
  },
  get email() {
    return t`Email`;
  },
  get password() {
    return t`Password`;
  },
  get forgot() {
    return t`Forgot password?`;
  },
  get heroTitle() {
    return t`Every video starts with a sentence.`;
  },
  get heroLines() {
    return [
      t`See the price in credits before you start.`,
      t`If a video fails, your credits are returned automatically.`,
    ];
  },
  tips: {
    get signIn() {
      return [
        t`Use the email address you signed up with.`,
        t`New here? Confirm your email first. The link is in your inbox or spam folder.`,
      ];
    },
    get signUp() {
      return [
        t`Use at least ${{ minimum: MIN_PASSWORD_CHARACTERS }} characters for your password. We recommend ${{ recommended: PASSWORD_RECOMMENDED }} or more; a short sentence works well.`,
      ];
    },
  },
  strength: {
    get none() {
      return t`We recommend 12 or more characters.`;
    },
    get short() {
      return t`Too short. We recommend 12 or more characters.`;
    },
    get fair() {
      return t`Fair. We recommend 12 or more characters.`;
    },
    get good() {
      return t`Good length.`;
    },
  },
  get contact() {
    return t`Contact us`;
  },
  get checkTitle() {
    return t`Check Your Email`;
  },
  get checkSpam() {
    return t`Didn’t get it? Check your spam folder or resend the email.`;
  },
  get resend() {
    return t`Resend email`;
  },
  get resent() {
    return t`Confirmation email sent!`;
  },
  get backToSignIn() {
    return t`Back to sign in`;
  },
  get confirmTitle() {
    return t`Confirm your email`;
  },
  confirmLeads: {
    get ready() {
      return t`Confirm your address to activate your account.`;
    },
    get password() {
      return t`This isn’t the device you signed up on.`;
    },
    get expired() {
      return t`Confirmation links work once and expire after 1 hour. Enter your email address to get a new one.`;
    },
  },
  get confirmButton() {
    return t`Confirm email`;
  },
  get confirmMissing() {
    return t`This link is incomplete. Open it again from the email or request a new one.`;
  },
  get confirmPassword() {
    return t`Password you chose when you signed up`;
  },
  get confirmNotYou() {
    return t`Didn’t sign up yourself? Set a password that only you know:`;
  },
  get newLink() {
    return t`Send new link`;
  },
  get resetTitle() {
    return t`Reset your password`;
  },
  get resetLead() {
    return t`We’ll email you a link that works for 1 hour.`;
  },
  get resetSend() {
    return t`Send reset link`;
  },
  get resetSent() {
    return t`Password reset email sent! Check your inbox.`;
  },
  get newPasswordTitle() {
    return t`Set a new password`;
  },
  newPasswordLeads: {
    get change() {
      return t`You’ll be signed out on all other devices.`;
    },
    get reset() {
      return t`You’ll be signed out on all devices.`;
    },
  },
  redeemLeads: {
    get ready() {
      return t`Continue to choose a new password.`;
    },
    get expired() {
      return t`Password reset links work once and expire after 1 hour.`;
    },
  },
  get redeem() {
    return t`Choose new password`;
  },
  get currentPassword() {
    return t`Current password`;
  },
  get newPassword() {
    return t`New password`;
  },
  get confirmNewPassword() {
    return t`Confirm new password`;
  },
  get updatePassword() {
    return t`Update password`;
  },
  get passwordUpdated() {
    return t`Password updated successfully! Redirecting...`;
  },
  updatedLeads: {
    get change() {
      return t`You’ve been signed out on all other devices.`;
    },
    get reset() {
      return t`You’ve been signed out on all devices. Sign in with your new password.`;
    },
  },
  get requestNewLink() {
    return t`Send a new link`;
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
  get nameRequired() {
    return t`Name is required`;
  },
  get emailRequired() {
    return t`Email is required`;
  },
  get emailInvalid() {
    return t`Email is invalid`;
  },
  get passwordRequired() {
    return t`Password is required`;
  },
  get passwordShort() {
    return t`Password must be at least ${{ minimum: MIN_PASSWORD_CHARACTERS }} characters`;
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
  get currentPasswordRequired() {
    return t`Current password is required`;
  },
  get currentPasswordWrong() {
    return t`Your current password is incorrect`;
  },
  get repeatRequired() {
    return t`Please confirm your password`;
  },
  get repeatDiffers() {
    return t`Passwords do not match`;
  },
  get newPasswordShort() {
    return t`Password must be at least ${{ minimum: MIN_PASSWORD_CHARACTERS }} characters long`;
  },
  get updateFailed() {
    return t`We couldn’t update your password. Please try again.`;
  },
  get resetExpired() {
    return t`Your password reset session has expired. Please request a new link.`;
  },
} as const;

/** Checks only the form x@y.z; the confirmation email verifies the address. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Counts code points, so that most emoji count as one character. */
export const isLongEnough = (password: string): boolean => characterCount(password) >= MIN_PASSWORD_CHARACTERS;

export function strengthOf(password: string): keyof typeof authCopy.strength {
  if (password === '') return 'none';
  if (!isLongEnough(password)) return 'short';
  return characterCount(password) >= PASSWORD_RECOMMENDED ? 'good' : 'fair';
}

export const RESEND_NOTICE_MS = 3000;

/** Delay before the success message redirects to the sign-in page. */
export const UPDATED_NOTICE_MS = 3000;
