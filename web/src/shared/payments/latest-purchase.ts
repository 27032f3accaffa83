import { tabStorage } from '@luit/ui/storage';

const KEY = 'luit:purchase';

/** A paid pack, until the user dismisses its message. */
export interface LatestPurchase {
  /** Razorpay's order id, which the receipt shows too. */
  orderId: string;
  credits: number;
  /** The receipt's transaction. */
  transactionId: string | null;
}

/** Saves the purchase for after the page has reloaded. Where the browser stores nothing, it is lost. */
export function savePurchase(purchase: LatestPurchase): void {
  tabStorage.setItem(KEY, JSON.stringify(purchase));
}

export function latestPurchase(): LatestPurchase | null {
  const saved = tabStorage.getItem(KEY);
  return saved ? (JSON.parse(saved) as LatestPurchase) : null;
}

export function forgetPurchase(): void {
  tabStorage.removeItem(KEY);
}
