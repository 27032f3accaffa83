export const authCopy = {
  signInTitle: 'Welcome back',
  signInLead: 'Sign in to make videos and see your credits.',
  signUpTitle: 'Create your account',
  signUpLead: 'It starts at 0 credits and costs nothing until you buy some.',
  signIn: 'Sign In',
  signUp: 'Sign Up',
  createAccount: 'Create Account',
  name: 'Full name',
  email: 'Email',
  password: 'Password',
  forgot: 'Forgot password?',
  heroTitle: 'Every video begins as a sentence.',
  heroLines: [
    'The price in credits, before you press the button',
    'Credits come back by themselves when a video fails',
  ],
  tips: {
    signIn: [
      'Use the email address you signed up with.',
      'New here? Confirm your email first: the link is in your inbox, or in spam.',
    ],
    signUp: ['At least 6 characters for the password; 12 or more are recommended. A short sentence works well.'],
  },
  strength: {
    none: '12 or more characters are recommended.',
    short: 'Too short. 12 or more characters are recommended.',
    fair: 'Fair. 12 or more characters are recommended.',
    good: 'Good length.',
  },
  consent: 'By signing up you confirm that you are 18 or older, or have your parent’s consent, and accept our',
  checkTitle: 'Check Your Email',
  checkLead: 'We have sent a confirmation link to',
  checkSpam: 'Nothing after a minute or two? Look in spam, or let us send it again.',
  resend: 'Resend email',
  resent: 'Confirmation email sent!',
  backToSignIn: 'Back to Sign In',
  confirmTitle: 'Confirm your email',
  confirmLeads: {
    press: 'One press and your account is ready.',
    password: 'This is not the device you signed up on.',
    'new-link': 'Links work once, for 1 hour. We gladly send you another.',
  },
  confirmButton: 'Confirm Email',
  confirmMissing: 'This link is incomplete. Open it again from the email, or ask for a new one.',
  confirmPassword: 'Password you chose when you signed up',
  confirmStranger:
    'You did not sign up yourself? Then use “Forgot password?” on the sign-in page: it makes the account yours alone.',
  newLink: 'Send New Link',
  resetTitle: 'Reset your password',
  resetLead: 'We mail you a link that works for 1 hour.',
  resetSend: 'Send Reset Link',
  resetSent: 'Password reset email sent! Check your inbox.',
  newPasswordTitle: 'Set a new password',
  newPasswordLead: 'All your other devices will be signed out.',
  redeemLead: 'One press, and you can choose your new password.',
  redeem: 'Choose New Password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  confirmNewPassword: 'Confirm new password',
  updatePassword: 'Update Password',
  passwordUpdated: 'Password updated successfully! Redirecting...',
  updatedLead: 'Your other devices have been signed out.',
  askNewLink: 'Send a New Link',
} as const;

export const authMessages = {
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  passwordRequired: 'Password is required',
  passwordShort: 'Password must be at least 6 characters',
  signUpFailed: 'Signup failed',
  signInEmpty: 'Login failed - no user data',
  resetEmailInvalid: 'Please enter a valid email address',
  resendFailed: 'The email could not be sent. Please try again.',
  confirmFailed: 'This link is invalid or has expired.',
  currentPasswordRequired: 'Current password is required',
  currentPasswordWrong: 'This is not your current password',
  repeatRequired: 'Please confirm your password',
  repeatDiffers: 'Passwords do not match',
  newPasswordShort: 'Password must be at least 6 characters long',
  updateFailed: 'The password could not be updated. Please try again.',
  resetExpired: 'This link has run out, because it was opened too long ago. Please ask for a new one.',
} as const;

/** The shape x@y.z, and no more: whether an address exists only a mail can tell. */
export const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const PASSWORD_MINIMUM = 6;

/** Counts characters as people do, so that an emoji is one. */
export const isLongEnough = (password: string): boolean => [...password].length >= PASSWORD_MINIMUM;

export const PASSWORD_RECOMMENDED = 12;

export function strengthOf(password: string): keyof typeof authCopy.strength {
  if (password === '') return 'none';
  if (!isLongEnough(password)) return 'short';
  return [...password].length >= PASSWORD_RECOMMENDED ? 'good' : 'fair';
}

/** How long the notice of a resent email stays. */
export const RESEND_NOTICE_MS = 3000;

/** How long the success of a new password is shown before the sign-in page follows. */
export const UPDATED_NOTICE_MS = 3000;
