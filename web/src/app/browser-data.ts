import { clearPrompt } from '../shared/drafts/saved-prompt';
import { deleteAllDrafts } from '../shared/drafts/draft-store';
import { deleteOfflineAccounts } from '../shared/offline/account';
import { pushSupport, unsubscribeBrowser } from '../shared/web-push/browser-push';

/**
 * Deletes what a session leaves in this browser: what it kept for offline use always, what the user wrote and the subscription to
 * notifications only with `everything`.
 */
export async function clearBrowserData(scope: 'secrets' | 'everything'): Promise<void> {
  const isEverything = scope === 'everything';
  if (isEverything) clearPrompt();
  await Promise.all([
    deleteOfflineAccounts(),
    isEverything && deleteAllDrafts(),
    isEverything && pushSupport() === 'available' && unsubscribeBrowser(),
  ]);
}
