import type { AdminCreditPack } from '../billing/packs';

/** A pack with the saving that its price really gives. */
export interface AdminPackView extends AdminCreditPack {
  /** Rupees. */
  pricePerCredit: number;
  /** Percent compared with the smallest pack for sale; negative where it is more expensive. */
  realSavings: number;
  /** Whether it declares more savings than it gives; a pack that declares none is never misleading. */
  isMisleading: boolean;
}
