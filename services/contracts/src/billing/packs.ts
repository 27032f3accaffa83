import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { PACK_LIMITS } from './limits';

export const creditPack = z.object({
  id: z.string(),
  name: z.string(),
  credits: z.number(),
  /** Rupees, tax included. */
  price: z.number(),
  popular: z.boolean(),
  description: z.string(),
  /** The declared saving, percent. */
  savings: z.number(),
});
export type CreditPack = z.infer<typeof creditPack>;

export const adminCreditPack = creditPack.extend({
  /** Its place in the list. */
  position: z.number(),
  /** Since when it is no longer sold. */
  archived_at: timestamp.nullable(),
});
/** A pack as operators see it. */
export type AdminCreditPack = z.infer<typeof adminCreditPack>;

const packFields = z.object({
  name: z.string().trim().min(1).max(PACK_LIMITS.name),
  credits: z.int().min(1).max(PACK_LIMITS.credits),
  price: z.number().min(1).max(PACK_LIMITS.priceRupees).multipleOf(0.01),
  popular: z.boolean(),
  description: z.string().trim().min(1).max(PACK_LIMITS.description),
  savings: z.int().min(0).max(PACK_LIMITS.savings),
  position: z.int().min(0).max(PACK_LIMITS.position),
});
/** The fields of a pack that operators set. */
export type PackFields = z.infer<typeof packFields>;

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must consist of lowercase letters, digits and hyphens');

export const packCalls = {
  listPacks: call('billing.listPacks', { input: empty, output: z.object({ creditPacks: z.array(creditPack) }) }),
  /** Including archived ones. */
  listAllPacks: call('billing.listAllPacks', {
    input: empty,
    output: z.object({ creditPacks: z.array(adminCreditPack) }),
  }),
  /** `conflict` where the id is taken. */
  createPack: call('billing.createPack', {
    input: packFields.extend({ adminId: id, id: slug }),
    output: adminCreditPack,
  }),
  /** Changes the given fields. An archived pack is no longer sold. `not_found`. */
  changePack: call('billing.changePack', {
    input: z.object({
      adminId: id,
      id: z.string().max(60),
      changes: packFields.partial(),
      isArchived: z.boolean().optional(),
    }),
    output: adminCreditPack,
  }),
};
