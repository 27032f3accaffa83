import type { ErrorCode } from '@luit/contracts/errors';
import { t } from '@lingui/core/macro';
import { uiTexts, type UiTexts } from '@luit/ui/texts';
import { translateErrors } from './api-error';
import { pausedText, refusalText } from './refusal-texts';

/**
 * Translates texts that are not written in this app: those of the server's errors and of the components of `ui`, which the admin
 * app shares. Only pages in another language than English load this.
 */
export function translateOutsideTexts(): void {
  translateErrors((code, details) => (isErrorCode(code) ? ERRORS[code](details) : undefined));
  Object.assign(uiTexts, componentTexts());
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

const tryAgainLater = () => t`Something went wrong on our side. Please try again in a minute.`;
const notForYou = () => t`You don’t have access to this.`;
const wrongCode = () => t`This code is not correct. Please try again.`;

const ERRORS: Record<ErrorCode, (details: Record<string, unknown>) => string> = {
  validation_failed: () => t`Something in this form is missing or not valid. Please check it and try again.`,
  invalid_json: tryAgainLater,
  invalid_pack: () => t`This pack is no longer sold. Please choose another one.`,
  unsupported_combination: () => t`This model doesn’t support these settings together. Please choose others.`,
  weak_password: () => t`This password is too easy to guess. Please choose another one.`,
  invalid_email: () => t`Please enter a valid email address`,
  link_invalid_or_expired: () => t`This link is invalid or has expired.`,
  second_factor_invalid: wrongCode,
  invalid_signature: tryAgainLater,
  unauthorized: () => t`Please sign in again.`,
  invalid_credentials: () => t`Email or password is incorrect.`,
  insufficient_credits: () => t`You don’t have enough credits.`,
  key_concurrency_reached: () => t`This API key has too many unfinished requests.`,
  key_budget_exhausted: () => t`The budget of this API key is used up.`,
  forbidden: notForYou,
  second_factor_required: wrongCode,
  approval_required: notForYou,
  step_up_required: () => t`Please sign in again.`,
  email_not_confirmed: () => t`Please confirm your email address first. The link is in your inbox.`,
  password_required: () => t`Please enter your password.`,
  user_blocked: () => t`Your account is blocked. Please contact us.`,
  account_closed: () => t`This account is being deleted. We’ll email you when it’s done.`,
  not_found: () => t`We couldn’t find this. It may have been deleted.`,
  method_not_allowed: () => t`We couldn’t find this. It may have been deleted.`,
  user_not_found: () => t`No account found with this email address`,
  request_timeout: () => t`This took too long. Check your connection and try again.`,
  conflict: () =>
    t`This isn’t possible right now, because something has changed in the meantime. Reload the page and try again.`,
  email_taken: () => t`An account with this email already exists`,
  not_finished: () => t`This isn’t finished yet. Please wait until it’s done.`,
  idempotency_conflict: tryAgainLater,
  idempotency_in_progress: tryAgainLater,
  price_changed: () => t`The price has changed. Please check it and try again.`,
  payment_mismatch: () => t`This payment doesn’t belong to this order. If you paid, please contact us.`,
  awaiting_payment: () => t`We’re still waiting for your payment.`,
  not_refundable: () => t`This purchase can’t be refunded.`,
  promo_code_not_redeemable: () => t`This code can’t be redeemed.`,
  cancel_not_possible: () => t`It’s too late to cancel this.`,
  stale_lease: tryAgainLater,
  model_retired: () => t`This model is no longer offered. Please choose another one.`,
  payload_too_large: () => t`This is too large. Please make it smaller and try again.`,
  unsupported_media_type: () => t`We can’t use this type of file. Please choose a JPEG, PNG or WebP image.`,
  refused_by_policy: refusalText,
  too_many_requests: pausedText,
  too_many_attempts: () => t`Too many attempts. Please try again later.`,
  internal_error: tryAgainLater,
  provider_error: () => t`The AI service couldn’t do this. Please try again.`,
  unavailable: tryAgainLater,
  generation_paused: () => t`New videos and restorations are paused right now. Please try again later.`,
  provider_not_configured: () => t`This isn’t available right now. Please try again later.`,
  storage_full: () => t`We can’t store new files right now. Please try again later.`,
};

function componentTexts(): UiTexts {
  const themes = {
    system: t({ message: 'system', context: 'color theme' }),
    light: t({ message: 'light', context: 'color theme' }),
    dark: t({ message: 'dark', context: 'color theme' }),
  };
  return {
    close: t`Close`,
    dismiss: t`Dismiss message`,
    retry: t`Retry`,
    tryAgain: t`Try again`,
    openNavigation: t`Open navigation`,
    closeNavigation: t`Close navigation`,
    showPassword: t`Show password`,
    hidePassword: t`Hide password`,
    videoFailed: t`Your browser can’t play this video. Download it to watch it in another player.`,
    colorTheme: (current, next) => {
      const currentTheme = themes[current];
      const nextTheme = themes[next];
      return t`Color theme: ${currentTheme}. Switch to ${nextTheme}`;
    },
    notifications: t`Notifications`,
    closeToast: t`Close notification`,
  };
}
