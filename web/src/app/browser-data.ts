import { clearPrompt } from '../shared/drafts/saved-prompt';
import { deleteAllDrafts } from '../shared/drafts/draft-store';
import { deleteOfflineAccounts } from '../shared/offline/account';
import { pushSupport, unsubscribeBrowser } from '../shared/web-push/browser-push';

/** Deletes the data of a session from this browser: always the offline copies; drafts and the push subscription only with `everything`. */
export async function clearBrowserData(scope: 'secrets' | 'everything'): Promise<void> {
  const isEverything = scope === 'everything';
  if (isEverything) clearPrompt();
  await Promise.all([
    deleteOfflineAccounts(),
    isEverything && deleteAllDrafts(),
    isEverything && pushSupport() === 'available' && unsubscribeBrowser(),
  ]);
}
