import type { BadgeTone } from '@luit/ui/badge';

interface TransactionKind {
  label: string;
  tone: BadgeTone;
}

/** Classifies a transaction type as purchase, video generation, refund or other. */
export function transactionKind(type: string): TransactionKind {
  const text = type.toLowerCase();
  if (text.includes('refund')) return { label: 'Refund', tone: 'success' };
  if (text.includes('purchase')) return { label: 'Purchase', tone: 'accent' };
  if (text.includes('usage') || text.includes('video')) return { label: 'Video generation', tone: 'info' };
  return { label: 'Other', tone: 'neutral' };
}
