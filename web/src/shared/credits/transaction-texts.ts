import { t } from '@lingui/core/macro';
import { optionText } from '../../lib/option-texts';

/** The server's descriptions of transactions, with their translations. */
export const TRANSACTION_TEXTS: ReadonlyMap<string, () => string> = new Map([
  ['Photo restoration: standard quality', () => t`Photo restoration: standard quality`],
  ['Photo restoration: high quality', () => t`Photo restoration: high quality`],
  ['Photo restoration: ultra quality', () => t`Photo restoration: ultra quality`],
  ['Image generation', () => t`Image generation`],
  ['Refund: generation failed', () => t`Refund: generation failed`],
  ['Refund: generation canceled', () => t`Refund: generation canceled`],
  ['Refund: generation not started', () => t`Refund: generation not started`],
  ['Refund: credits returned by support', () => t`Refund: credits returned by support`],
  ['Refund to your payment method', () => t`Refund to your payment method`],
  ['Refund failed: credits returned', () => t`Refund failed: credits returned`],
  ['Payment disputed at your bank', () => t`Payment disputed at your bank`],
  ['Dispute resolved: credits returned', () => t`Dispute resolved: credits returned`],
  ['Promotional credits expired', () => t`Promotional credits expired`],
  ['Unused credits forfeited with the account', () => t`Unused credits forfeited with the account`],
  ['Credits adjusted by Luit', () => t`Credits adjusted by Luit`],
  ['Welcome credits', () => t`Welcome credits`],
]);

/** The description of a transaction in the language of the page; names that nobody translated stay as they are. */
export function transactionText(english: string): string {
  const [, duration, resolution] = /^Video generation: (\d+) s, (\w+)$/.exec(english) ?? [];
  if (duration && resolution) return t`Video generation: ${duration} s, ${resolution}`;
  const [, code] = /^Promotional code (.+)$/.exec(english) ?? [];
  if (code) return t`Promotional code ${code}`;
  return TRANSACTION_TEXTS.get(english)?.() ?? optionText(english);
}
