import type { User } from '@luit/contracts/auth/users';
import { changeLanguage, currentLanguage, hasChosenLanguage, type Language, saveLanguage } from './language';
import { logFailure } from './log';
import type { Services } from './services';

/** How long the change waits for the account. */
const SAVE_MS = 5_000;

/** Changes the language of the pages in this browser and, for a signed-in user, of their emails and notifications. */
export async function chooseLanguage({ api, session, impersonation }: Services, language: Language): Promise<void> {
  const user = impersonation ? null : session.getState().user;
  if (user && user.language !== language) {
    try {
      const signal = AbortSignal.timeout(SAVE_MS);
      await api.call('/api/auth/user', { method: 'PATCH', body: { language }, signal, keepalive: true });
    } catch (cause) {
      logFailure('Saving the language of the account failed', cause);
    }
  }
  changeLanguage(language);
}

/** Whether no language was chosen in this browser, and the account has another one than this page. */
export function speaksAnotherLanguage({ language }: Pick<User, 'language'>): boolean {
  return !hasChosenLanguage() && language !== currentLanguage();
}

/** Loads a page in the language of the account, which becomes the choice in this browser. */
export function loadInLanguageOf({ language }: Pick<User, 'language'>, address: string): void {
  saveLanguage(language);
  window.location.replace(address);
}
