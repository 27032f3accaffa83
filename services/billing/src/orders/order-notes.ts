import type { OrderEntity } from './order.entity';

/** What Razorpay takes in a note. */
const MAX_CHARACTERS = 256;

/**
 * Read by people on the provider's dashboard, and by us where an order is known there alone. At most 15 are taken.
 */
export function notesOf({ kind, packId, packName, credits, requestId, userId }: OrderEntity): Record<string, string> {
  const ofVideo = { plan_id: packId, plan_name: packName, credits: String(credits), request_id: requestId ?? '' };
  const ofPack = { pack_id: packId, pack_name: packName, credits: String(credits), user_id: userId };
  const notes = kind === 'pack' ? ofPack : ofVideo;
  return Object.fromEntries(Object.entries(notes).map(([name, text]) => [name, shortened(text)]));
}

/** Never cuts a character in two. */
function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
