import type { OrderEntity } from './order.entity';

/** Razorpay's limit for one note. */
const MAX_CHARACTERS = 256;

/**
 * Notes shown in Razorpay's dashboard. `OrphanedOrders` restores an order from them if only Razorpay has it. Razorpay
 * accepts at most 15.
 */
export function notesOf({ kind, packId, packName, credits, requestId, userId }: OrderEntity): Record<string, string> {
  const videoNotes = { plan_id: packId, plan_name: packName, credits: String(credits), request_id: requestId ?? '' };
  const packNotes = { pack_id: packId, pack_name: packName, credits: String(credits), user_id: userId };
  const notes = kind === 'pack' ? packNotes : videoNotes;
  return Object.fromEntries(Object.entries(notes).map(([name, text]) => [name, truncate(text)]));
}

/** Truncates without splitting a surrogate pair. */
function truncate(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
