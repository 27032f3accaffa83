import { formatNumber } from '../../lib/format';

const NOUNS = { video: 'this video', photo: 'this photo', videos: 'these videos' } as const;
/** What a charge is for. */
export type ChargedNoun = keyof typeof NOUNS;

export const balanceCopy = {
  held: (credits: string) => `${credits} held`,
  heldHint: 'for jobs in progress. They’re spent if the job succeeds and returned if it fails.',
  balanceFailed: 'Couldn’t load your balance',
  balanceNow: 'Current balance',
  balanceAfter: (noun: ChargedNoun) => `After ${NOUNS[noun]}`,
  balanceShort: (noun: ChargedNoun) => `Still needed for ${NOUNS[noun]}`,
  shortfall: (credits: number, noun: ChargedNoun) =>
    `You need ${formatNumber(credits)} more ${credits === 1 ? 'credit' : 'credits'} for ${NOUNS[noun]}.`,
  missing: 'Missing credits',
  keepsDraft: 'What you entered is kept while you pay.',
  buyMore: 'See all packs',
  buyPack: (name: string, price: string) => `Buy ${name} for ${price}`,
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
