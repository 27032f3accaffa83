import type { CreditPack } from './packs';

type Priced = Pick<CreditPack, 'price' | 'credits'>;

/** The pack with the fewest credits, which the others are compared with. Undefined if nothing is on sale. */
export function smallestPack<Pack extends Priced>(onSale: Pack[]): Pack | undefined {
  return onSale.toSorted((one, other) => one.credits - other.credits)[0];
}

/** The pack with the cheapest credits. Undefined if nothing is on sale. */
export function cheapestPack<Pack extends Priced>(onSale: Pack[]): Pack | undefined {
  return onSale.toSorted((one, other) => one.price / one.credits - other.price / other.credits)[0];
}

/** True if a credit of the pack costs less than in every pack on sale. Compares products, because quotients are rounded. */
export function undercutsAll(pack: Priced, onSale: Priced[]): boolean {
  return onSale.every(({ price, credits }) => pack.price * credits < price * pack.credits);
}

/**
 * The share by which a credit of a pack is cheaper than in the smallest of the packs on sale: 0.082 for 8.2 %, negative if it costs more. 0
 * if nothing is on sale.
 */
export function packSavings(pack: Priced, onSale: Priced[]): number {
  const smallest = smallestPack(onSale);
  return smallest ? 1 - pack.price / pack.credits / (smallest.price / smallest.credits) : 0;
}

/** In whole percent, rounded down; 0 unless the pack saves something. */
export function packSavingsPercent(pack: Priced, onSale: Priced[]): number {
  return Math.max(0, Math.floor(packSavings(pack, onSale) * 100));
}

/** The fewest credits with which a pack at this price (rupees) saves `percent` compared with the smallest of the packs on sale. */
export function creditsToSave(percent: number, price: number, smallest: Priced): number {
  return Math.ceil((price * smallest.credits * 100) / (smallest.price * (100 - percent)));
}

/** True if buyers may be pointed to a pack: operators marked it, and its credits cost no more than credits of the smallest pack. */
export function isRecommended(pack: CreditPack, onSale: CreditPack[]): boolean {
  return pack.popular && packSavings(pack, onSale) >= 0;
}
