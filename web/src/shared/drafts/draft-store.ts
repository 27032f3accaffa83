import { tabStorage } from '@luit/ui/storage';
import type { NewVideoOptions } from '@luit/contracts/generation/options';
import { del, delMany, get, keys, set } from 'idb-keyval';
import { logFailure } from '../../lib/log';
import { draftOf } from './draft';

/** The chosen options of a video. */
export type DraftOptions = Omit<NewVideoOptions, 'lastImageKey' | 'lastImageHash' | 'referenceKeys'> & {
  /** The id of a model. */
  model?: string;
};

/** An unsent form. It survives reloads, purchases and expired sessions. */
export interface Draft {
  prompt: string;
  planId?: string;
  options?: DraftOptions;
  /** How many results to make. */
  count?: number;
  /** What an order makes; a video unless given. */
  output?: 'image';
  /** The id of the request whose prompt is edited. */
  variationOf?: string;
}

export type DraftKind = 'prompt' | 'image' | 'images' | 'restore' | 'order';

/**
 * `last-frame` is the second image of the draft `image`, and `references` are those it may have instead; the image of `images` is the one to
 * change, and `image-references` are those that help.
 */
export type DraftImageKind = DraftKind | 'last-frame' | 'references' | 'image-references';
/** A list for references. */
export type DraftImages = File | File[];

const PREFIX = 'luit.draft.';
const IMAGES_OF: Partial<Record<DraftKind, DraftImageKind[]>> = {
  image: ['image', 'last-frame', 'references'],
  images: ['images', 'image-references'],
};

/** Texts are stored per tab and user. The empty id is for visitors, whose only draft is that of an order. */
const keyOf = (userId: string, kind: DraftImageKind): string => `${PREFIX}${kind}.${userId}`;

export function readDraft(userId: string, kind: DraftKind): Draft | null {
  const saved = readSaved(userId, kind) as Partial<Draft> | null;
  if (!saved) return null;
  const { prompt, planId, ...rest } = saved;
  return draftOf({ prompt: String(prompt ?? ''), planId: planId && String(planId), ...rest });
}

/** What `saveDraft` stored, unchecked; null if nothing is stored. */
export function readSaved(userId: string, kind: DraftKind): unknown {
  const text = tabStorage.getItem(keyOf(userId, kind));
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not written by this app; treated as missing.
    return null;
  }
}

export function saveDraft(userId: string, kind: DraftKind, form: object): void {
  tabStorage.setItem(keyOf(userId, kind), JSON.stringify(form));
}

export function deleteDraft(userId: string, kind: DraftKind): void {
  tabStorage.removeItem(keyOf(userId, kind));
  for (const each of IMAGES_OF[kind] ?? [kind]) void saveDraftImage(userId, each, null);
}

/** Images are stored in IndexedDB, because they are too large for session storage. Failures are logged and ignored. */
export async function readDraftImage<Images extends DraftImages = File>(
  userId: string,
  kind: DraftImageKind,
): Promise<Images | null> {
  try {
    return (await get<Images>(keyOf(userId, kind))) ?? null;
  } catch (cause) {
    logFailure('Reading a draft image failed', cause);
    return null;
  }
}

export async function saveDraftImage(userId: string, kind: DraftImageKind, image: DraftImages | null): Promise<void> {
  try {
    await (image ? set(keyOf(userId, kind), image) : del(keyOf(userId, kind)));
  } catch (cause) {
    logFailure('Saving a draft image failed', cause);
  }
}

/** Deletes the drafts of all users from this browser, as sign-out requires. */
export async function deleteAllDrafts(): Promise<void> {
  tabStorage
    .names()
    .filter((name) => name.startsWith(PREFIX))
    .forEach((name) => tabStorage.removeItem(name));
  try {
    await delMany((await keys()).filter((key) => String(key).startsWith(PREFIX)));
  } catch (cause) {
    logFailure('Deleting draft images failed', cause);
  }
}
