import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { empty, id, optional, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { nameText } from '../messages/name-text';
import { PACK_LIMITS } from './limits';
import { rupees } from './rupees';

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
  /** The time since which it is no longer sold. */
  archived_at: timestamp.nullable(),
});
/** A pack as operators see it. */
export type AdminCreditPack = z.infer<typeof adminCreditPack>;

const PRICE = 'The price must be from 1 to 1,000,000 rupees, with at most two decimals';
const CREDITS = 'Credits must be a whole number from 1 to 1,000,000';
const SAVINGS = 'Savings must be a whole percentage from 0 to 100';

export const packFields = z.object({
  name: nameText(PACK_LIMITS.name, { tooLong: 'The name is too long' }),
  credits: z.int(CREDITS).min(1, CREDITS).max(PACK_LIMITS.credits, CREDITS),
  price: rupees(1, PACK_LIMITS.priceRupees, PRICE).describe('Rupees, tax included'),
  popular: z.boolean(),
  description: nameText(PACK_LIMITS.description, {
    required: 'A description is required',
    tooLong: 'The description is too long',
  }),
  savings: z.int(SAVINGS).min(0, SAVINGS).max(PACK_LIMITS.savings, SAVINGS).describe('Declared savings, percent'),
  position: z.int().min(0).max(PACK_LIMITS.position),
});
/** The fields of a pack that operators set. */
export type PackFields = z.infer<typeof packFields>;

const INVALID_ID = 'The id must consist of lowercase letters, digits and hyphens';
export const packId = z
  .string(INVALID_ID)
  .max(40, INVALID_ID)
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, INVALID_ID)
  .meta({ description: 'Cannot be changed later', example: 'bihu' });

const reason = optional(operatorReason).describe('For a second operator, who approves the lowest price of a credit');
export const newPackBody = packFields.extend({ id: packId, reason });
export type NewPackBody = z.infer<typeof newPackBody>;
export const packChangeBody = packFields.partial().extend({ reason, archived: optional(z.boolean()) });
export type PackChangeBody = z.infer<typeof packChangeBody>;

export const packCalls = {
  listPacks: call('billing.listPacks', { input: empty, output: z.object({ creditPacks: z.array(creditPack) }) }),
  /** Including archived ones. */
  listAllPacks: call('billing.listAllPacks', {
    input: empty,
    output: z.object({ creditPacks: z.array(adminCreditPack) }),
  }),
  /** `conflict` where the id is taken; `approval_required` by `undercutsAll` if approvals have a limit. */
  createPack: call('billing.createPack', {
    input: packFields.extend({ adminId: id, id: packId }),
    output: adminCreditPack,
  }),
  /** Changes the given fields. An archived pack is no longer sold. `not_found`; `approval_required` as above. */
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
