import {
  CURRENT_PASSWORD_REQUIRED,
  EMAIL_REQUIRED,
  INVALID_EMAIL,
  MIN_PASSWORD_CHARACTERS,
  NAME_REQUIRED,
  PASSWORD_REQUIRED,
  PASSWORD_TOO_SHORT,
} from '@luit/contracts/auth/limits';
import { characterCount } from '@luit/contracts/messages/character-count';

export const authCopy = {
  signInTitle: 'Welcome back',
  signInLead: 'Sign in to create videos and manage your credits.',
  signUpTitle: 'Create your account',
  signUpLead: 'Creating an account is free. You pay only when you buy credits.',
  promptSaved: 'Your prompt is saved',
  promptSavedText: 'You’ll find it in the form once you’ve signed up or signed in on this device.',
  signIn: 'Sign in',
  signUp: 'Sign up',
  createAccount: 'Create account',
  name: 'Full name',
  email: 'Email',
  password: 'Password',
  forgot: 'Forgot password?',
  heroTitle: 'Every video starts with a sentence.',
  heroLines: [
    'See the price in credits before you start.',
    'If a video fails, your credits are returned automatically.',
  ],
  tips: {
    signIn: [
      'Use the email address you signed up with.',
      'New here? Confirm your email first. The link is in your inbox or spam folder.',
    ],
    signUp: ['Use at least 6 characters for your password. We recommend 12 or more; a short sentence works well.'],
  },
  strength: {
    none: 'We recommend 12 or more characters.',
    short: 'Too short. We recommend 12 or more characters.',
    fair: 'Fair. We recommend 12 or more characters.',
    good: 'Good length.',
  },
  consent: 'By signing up you confirm that you are 18 or older or have parental consent, and that you accept our',
  contact: 'Contact us',
  checkTitle: 'Check Your Email',
  checkLead: 'We sent a confirmation link to',
  checkSpam: 'Didn’t get it? Check your spam folder or resend the email.',
  resend: 'Resend email',
  resent: 'Confirmation email sent!',
  backToSignIn: 'Back to sign in',
  confirmTitle: 'Confirm your email',
  confirmLeads: {
    ready: 'Confirm your address to activate your account.',
    password: 'This isn’t the device you signed up on.',
    expired: 'Confirmation links work once and expire after 1 hour. Enter your email address to get a new one.',
  },
  confirmButton: 'Confirm email',
  confirmMissing: 'This link is incomplete. Open it again from the email or request a new one.',
  confirmPassword: 'Password you chose when you signed up',
  confirmNotYou: 'Didn’t sign up yourself? Set a password that only you know:',
  newLink: 'Send new link',
  resetTitle: 'Reset your password',
  resetLead: 'We’ll email you a link that works for 1 hour.',
  resetSend: 'Send reset link',
  resetSent: 'Password reset email sent! Check your inbox.',
  newPasswordTitle: 'Set a new password',
  newPasswordLeads: {
    change: 'You’ll be signed out on all other devices.',
    reset: 'You’ll be signed out on all devices.',
  },
  redeemLeads: {
    ready: 'Continue to choose a new password.',
    expired: 'Password reset links work once and expire after 1 hour.',
  },
  redeem: 'Choose new password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  confirmNewPassword: 'Confirm new password',
  updatePassword: 'Update password',
  passwordUpdated: 'Password updated successfully! Redirecting...',
  updatedLeads: {
    change: 'You’ve been signed out on all other devices.',
    reset: 'You’ve been signed out on all devices. Sign in with your new password.',
  },
  requestNewLink: 'Send a new link',
} as const;

/** The forms that messages lead to. */
export const SIGN_IN = { to: '/auth', label: authCopy.signIn };
export const SIGN_UP = { to: '/auth?mode=signup', label: authCopy.signUp };
export const RESET = { to: '/auth?reset=true', label: authCopy.resetTitle };

export const authMessages = {
  nameRequired: NAME_REQUIRED,
  emailRequired: EMAIL_REQUIRED,
  emailInvalid: 'Email is invalid',
  passwordRequired: PASSWORD_REQUIRED,
  passwordShort: `Password must be at least ${MIN_PASSWORD_CHARACTERS} characters`,
  signUpFailed: 'Signup failed',
  signInEmpty: 'Login failed - no user data',
  resetEmailInvalid: INVALID_EMAIL,
  resendFailed: 'We couldn’t send the email. Please try again.',
  confirmFailed: 'This link is invalid or has expired.',
  currentPasswordRequired: CURRENT_PASSWORD_REQUIRED,
  currentPasswordWrong: 'Your current password is incorrect',
  repeatRequired: 'Please confirm your password',
  repeatDiffers: 'Passwords do not match',
  newPasswordShort: PASSWORD_TOO_SHORT,
  updateFailed: 'We couldn’t update your password. Please try again.',
  resetExpired: 'Your password reset session has expired. Please request a new link.',
} as const;

/** Checks only the form x@y.z; the confirmation email verifies the address. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Counts code points, so that most emoji count as one character. */
export const isLongEnough = (password: string): boolean => characterCount(password) >= MIN_PASSWORD_CHARACTERS;

export const PASSWORD_RECOMMENDED = 12;

export function strengthOf(password: string): keyof typeof authCopy.strength {
  if (password === '') return 'none';
  if (!isLongEnough(password)) return 'short';
  return characterCount(password) >= PASSWORD_RECOMMENDED ? 'good' : 'fair';
}

export const RESEND_NOTICE_MS = 3000;

/** Delay before the success message redirects to the sign-in page. */
export const UPDATED_NOTICE_MS = 3000;
