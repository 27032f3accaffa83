import type { Theme } from './theme';

/** Texts of the components themselves. An app in another language replaces them before it renders. */
export const uiTexts = {
  close: 'Close',
  dismiss: 'Dismiss message',
  retry: 'Retry',
  tryAgain: 'Try again',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  videoFailed: 'Your browser can’t play this video. Download it to watch it in another player.',
  colorTheme: (current: Theme, next: Theme) => `Color theme: ${current}. Switch to ${next}`,
  notifications: 'Notifications',
  closeToast: 'Close toast',
};

export type UiTexts = typeof uiTexts;
