import type { BadgeTone } from '@luit/ui/badge';

interface TransactionKind {
  label: string;
  tone: BadgeTone;
}

/** Classifies a transaction as purchase, video generation, refund, promotional code or other. */
export function transactionKind({ type, isRedemption }: { type: string; isRedemption?: boolean }): TransactionKind {
  const text = type.toLowerCase();
  if (isRedemption) return { label: 'Promotional code', tone: 'accent' };
  if (text.includes('refund')) return { label: 'Refund', tone: 'success' };
  if (text.includes('purchase')) return { label: 'Purchase', tone: 'accent' };
  if (text.includes('usage') || text.includes('video')) return { label: 'Video generation', tone: 'info' };
  return { label: 'Other', tone: 'neutral' };
}
