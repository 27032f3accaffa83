import { del, delMany, get, keys, set } from 'idb-keyval';
import { logFailure } from '../../lib/log';

/** What somebody was about to make. A reload, a purchase or a session that ended must not cost it. */
export interface Draft {
  prompt: string;
  planId?: string;
}

export type DraftKind = 'prompt' | 'image' | 'restore';

const PREFIX = 'luit.draft.';

/** The words stay in their tab, under the id of the person who wrote them. */
const keyOf = (userId: string, kind: DraftKind): string => `${PREFIX}${kind}.${userId}`;

export function readDraft(userId: string, kind: DraftKind): Draft | null {
  const text = sessionStorage.getItem(keyOf(userId, kind));
  if (text === null) return null;
  try {
    const { prompt, planId } = JSON.parse(text) as Partial<Draft>;
    return { prompt: String(prompt ?? ''), ...(planId && { planId: String(planId) }) };
  } catch {
    // Written by something else: as if there were none.
    return null;
  }
}

export function saveDraft(userId: string, kind: DraftKind, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(userId, kind), JSON.stringify(draft));
  } catch (cause) {
    logFailure('Keeping a draft', cause);
  }
}

export function deleteDraft(userId: string, kind: DraftKind): void {
  sessionStorage.removeItem(keyOf(userId, kind));
  void saveDraftImage(userId, kind, null);
}

/** Images are too large for the session's storage. A browser that keeps none loses the picture, never the page. */
export async function readDraftImage(userId: string, kind: DraftKind): Promise<File | null> {
  try {
    return (await get<File>(keyOf(userId, kind))) ?? null;
  } catch (cause) {
    logFailure('Reading a kept image', cause);
    return null;
  }
}

export async function saveDraftImage(userId: string, kind: DraftKind, image: File | null): Promise<void> {
  try {
    await (image ? set(keyOf(userId, kind), image) : del(keyOf(userId, kind)));
  } catch (cause) {
    logFailure('Keeping an image', cause);
  }
}

/** Whoever signs out leaves nothing of theirs on this machine. */
export async function deleteAllDrafts(): Promise<void> {
  const own = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  own.forEach((key) => sessionStorage.removeItem(key));
  try {
    await delMany((await keys()).filter((key) => String(key).startsWith(PREFIX)));
  } catch (cause) {
    logFailure('Forgetting kept images', cause);
  }
}
