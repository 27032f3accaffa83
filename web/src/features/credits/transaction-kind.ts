import type { BadgeTone } from '@luit/ui/badge';
import { creditsCopy } from './copy';

interface TransactionKind {
  label: string;
  tone: BadgeTone;
}

interface ClassifiedTransaction {
  type: string;
  /** Generation starts the description of each hold for a restoration with the same words. */
  description?: string;
  isRedemption?: boolean;
}

/** Classifies a transaction as purchase, video generation, photo restoration, refund, promotional code or other. */
export function transactionKind({ type, description, isRedemption }: ClassifiedTransaction): TransactionKind {
  const text = type.toLowerCase();
  if (isRedemption) return { label: creditsCopy.kinds.promoCode, tone: 'accent' };
  if (text.includes('refund')) return { label: creditsCopy.kinds.refund, tone: 'success' };
  if (text.includes('purchase')) return { label: creditsCopy.kinds.purchase, tone: 'accent' };
  if (text === 'usage' && description?.startsWith('Photo restoration'))
    return { label: creditsCopy.kinds.restoration, tone: 'info' };
  if (text.includes('usage') || text.includes('video')) return { label: creditsCopy.kinds.video, tone: 'info' };
  return { label: creditsCopy.kinds.other, tone: 'neutral' };
}
