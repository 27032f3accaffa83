import { undercutsAll } from './pack-savings';
import type { AdminCreditPack } from './packs';
import type { BillingSettings } from './settings';

type ApproveAbove = BillingSettings['approveAbove'];
type SignupGrant = BillingSettings['signupGrant'];
type Priced = Pick<AdminCreditPack, 'price' | 'credits' | 'archived_at'>;

/** True if a second operator approves anything: then changes without a bound, such as prices, need approval as well. */
export function hasApprovals(approveAbove: ApproveAbove): boolean {
  return approveAbove.credits !== null || approveAbove.refundPaise !== null;
}

/** True if an existing limit would be raised or removed. */
export function raisesLimits(before: ApproveAbove, after: ApproveAbove): boolean {
  const isRaised = (old: number | null, next: number | null) => old !== null && (next === null || next > old);
  return isRaised(before.credits, after.credits) || isRaised(before.refundPaise, after.refundPaise);
}

/** True if new accounts would get more credits, or keep them for longer. */
export function givesMoreAtSignup(before: SignupGrant, after: SignupGrant): boolean {
  const isLonger = (after.expiresInDays ?? Infinity) > (before.expiresInDays ?? Infinity);
  return after.credits > before.credits || (after.credits > 0 && isLonger);
}

/** True if a pack would sell credits for less than every pack sells them today. `packs` are all packs, with this one as it is today. */
export function sellsCheaper(after: Priced, packs: Priced[]): boolean {
  const onSale = packs.filter((pack) => pack.archived_at === null);
  return after.archived_at === null && undercutsAll(after, onSale);
}
