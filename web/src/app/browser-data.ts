import { clearPrompt } from '../shared/drafts/saved-prompt';
import { deleteAllDrafts } from '../shared/drafts/draft-store';
import { deleteOfflineAccounts } from '../shared/offline/account';

/** Deletes what a session leaves in this browser: what it kept for offline use always, what the user wrote only with `everything`. */
export async function clearBrowserData(scope: 'secrets' | 'everything'): Promise<void> {
  if (scope === 'everything') clearPrompt();
  await Promise.all([deleteOfflineAccounts(), scope === 'everything' && deleteAllDrafts()]);
}
