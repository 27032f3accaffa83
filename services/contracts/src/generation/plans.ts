import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { empty, id, optional } from '../messages/fields';
import { call } from '../messages/message';
import { planCredits } from '../billing/approvals';
import { deprecation, retiredModel } from './catalog/lifecycle';
import { modelPrice } from './catalog/model-entry';
import { modelChoices } from './catalog/model-parameters';
import { RESOLUTIONS } from './catalog/vocabulary';

export const requestType = z.enum(['video', 'image_video', 'restore', 'image']);
export type RequestType = z.infer<typeof requestType>;

export const restoreQuality = z.enum(['standard', 'high', 'ultra']);
/** How large a restored photo becomes. */
export type RestoreQuality = z.infer<typeof restoreQuality>;
export const restoreEnhancement = z.enum(['standard', 'premium', 'professional']);
/** How much of a face is redrawn. */
export type RestoreEnhancement = z.infer<typeof restoreEnhancement>;

export const restoreOptions = z.object({
  quality: restoreQuality,
  enhancement: restoreEnhancement,
  colorRestoration: z.boolean(),
});
export type RestoreOptions = z.infer<typeof restoreOptions>;

export const videoPlan = z.object({
  id: z.string(),
  name: z.string(),
  /** Seconds. */
  duration: z.number(),
  credits: z.number(),
  quality: z.enum(RESOLUTIONS),
  popular: z.boolean(),
  description: z.string(),
});
export type VideoPlan = z.infer<typeof videoPlan>;

export const restorePlan = z.object({ id: z.string(), quality: restoreQuality, credits: z.number() });
export type RestorePlan = z.infer<typeof restorePlan>;

export const videoModel = z.object({
  id: z.string(),
  name: z.string(),
  /** How much more it costs than the default model, for example 1.2. `price` is exact. */
  factor: z.number(),
  /** Thousandths of credits of a second or an image at each resolution. */
  price: modelPrice,
  supports: z.array(z.object({ type: requestType, durations: z.array(z.number()), resolutions: z.array(z.string()) })),
  /** What it takes from a prompt alone, and with images; null where it does not start so. */
  choices: z.object({ text: modelChoices.nullable(), image: modelChoices.nullable() }),
  isDefault: z.boolean(),
  /** Absent unless it will retire. */
  deprecation: deprecation.optional(),
});
export type VideoModel = z.infer<typeof videoModel>;

const imageModel = videoModel.omit({ factor: true, supports: true });
/** A model that makes images. */
export type ImageModel = z.infer<typeof imageModel>;

export const planList = z.object({
  plans: z.array(videoPlan),
  models: z.array(videoModel),
  /** The models that make images. */
  imageModels: z.array(imageModel),
  /** Models of any kind that can no longer be used. */
  retired: z.array(retiredModel),
  restorePlans: z.array(restorePlan),
  /** The model that restores photos; absent where none does. */
  restoreModel: z.string().optional(),
  /** Why color restoration is unavailable; null where it is available. */
  colorRestorationRefusal: z.string().nullable(),
});
export type PlanList = z.infer<typeof planList>;

export const adminPlan = z.object({
  id: z.string(),
  type: z.enum(['video', 'restore']),
  name: z.string(),
  /** Seconds; null for a restoration. */
  duration: z.number().nullable(),
  quality: z.string(),
  /** With the default model. */
  credits: z.number(),
  popular: z.boolean(),
});
/** A plan as operators see and price it. */
export type AdminPlan = z.infer<typeof adminPlan>;

export const planCalls = {
  listPlans: call('generation.listPlans', { input: empty, output: planList }),
};

export const planChangeBody = z.object({
  credits: planCredits.describe(
    'Price with the default model. Its other durations and the other models change in proportion',
  ),
  expectedCredits: optional(planCredits).describe('The price before the change; 409 if it has changed'),
  reason: optional(operatorReason).describe('For a second operator, who approves lower prices'),
});
export type PlanChangeBody = z.infer<typeof planChangeBody>;

export const planEditorCalls = {
  listAllPlans: call('generation.listAllPlans', { input: empty, output: z.object({ plans: z.array(adminPlan) }) }),
  /**
   * Sets the price of the plan from now on, and with it what a second costs at its resolution; existing orders and requests keep their
   * price. If nothing changes, nothing is written.
   * `not_found`, `validation_failed`; `conflict` with `details.credits` if it no longer costs `expectedCredits`.
   */
  changePlan: call('generation.changePlan', {
    input: planChangeBody.omit({ reason: true }).extend({
      adminId: id,
      id: z.string(),
      approvedBy: optional(z.string()),
    }),
    output: adminPlan,
  }),
};
