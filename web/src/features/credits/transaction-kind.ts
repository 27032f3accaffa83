import { t } from '@lingui/core/macro';
import type { BadgeTone } from '@luit/ui/badge';

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
  if (isRedemption) return { label: t`Promotional code`, tone: 'accent' };
  if (text.includes('refund')) return { label: t`Refund`, tone: 'success' };
  if (text.includes('purchase')) return { label: t`Purchase`, tone: 'accent' };
  if (text === 'usage' && description?.startsWith('Photo restoration'))
    return { label: t`Photo restoration`, tone: 'info' };
  if (text.includes('usage') || text.includes('video')) return { label: t`Video generation`, tone: 'info' };
  return { label: t`Other`, tone: 'neutral' };
}
