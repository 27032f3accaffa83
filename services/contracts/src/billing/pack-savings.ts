import type { CreditPack } from './packs';

type Priced = Pick<CreditPack, 'price' | 'credits'>;

/** The pack with the fewest credits, which the others are compared with. Undefined if nothing is on sale. */
export function smallestPack<Pack extends Priced>(onSale: Pack[]): Pack | undefined {
  return onSale.toSorted((one, other) => one.credits - other.credits)[0];
}

/**
 * What each credit of a pack costs less than in the smallest of the packs on sale: 0.082 for 8.2 %, negative if it costs more.
 * 0 if nothing is on sale.
 */
export function packSavings(pack: Priced, onSale: Priced[]): number {
  const smallest = smallestPack(onSale);
  return smallest ? 1 - pack.price / pack.credits / (smallest.price / smallest.credits) : 0;
}

/** In whole percent, rounded down; 0 unless the pack saves something. */
export function packSavingsPercent(pack: Priced, onSale: Priced[]): number {
  return Math.max(0, Math.floor(packSavings(pack, onSale) * 100));
}

/** Whether buyers may be pointed to a pack: operators marked it, and its credits cost no more than those of the smallest pack. */
export function isRecommended(pack: CreditPack, onSale: CreditPack[]): boolean {
  return pack.popular && packSavings(pack, onSale) >= 0;
}
