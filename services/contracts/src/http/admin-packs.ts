import { z } from 'zod';
import { adminCreditPack } from '../billing/packs';

export const adminPackView = adminCreditPack.extend({
  /** Rupees. */
  pricePerCredit: z.number(),
  /** Percent compared with the smallest pack for sale; negative where it is more expensive. */
  realSavings: z.number(),
  /** True if it declares more savings than it gives; a pack that declares none is never misleading. */
  isMisleading: z.boolean(),
});
/** A pack with the actual saving that its price gives. */
export type AdminPackView = z.infer<typeof adminPackView>;
