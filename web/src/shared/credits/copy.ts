import { formatNumber } from '../../lib/format';

export const balanceCopy = {
  held: (credits: string) => `${credits} held`,
  heldHint: 'for jobs in progress. They’re spent if the job succeeds and returned if it fails.',
  balanceFailed: 'Couldn’t load your balance',
  balanceNow: 'Current balance',
  balanceAfter: (noun: string) => `After this ${noun}`,
  balanceShort: (noun: string) => `Still needed for this ${noun}`,
  shortfall: (credits: number, noun: string) =>
    `You need ${formatNumber(credits)} more ${credits === 1 ? 'credit' : 'credits'} for this ${noun}.`,
  buyMore: 'See all packs',
  buyPack: (name: string, price: string) => `Buy ${name} for ${price}`,
  packAfter: (credits: string) => `You’ll have ${credits} left afterward. We’ll keep your draft while you pay.`,
  payOnce: 'Pay once for this video',
} as const;

export const redeemCopy = {
  title: 'Have a code?',
  label: 'Promotional code',
  redeem: 'Redeem',
  missing: 'Enter a code',
  failed: 'We couldn’t redeem this code. Please try again.',
  added: (credits: string, code: string) => `${credits} added with ${code}.`,
  expire: (day: string) => `They expire on ${day}.`,
} as const;
