import { z } from 'zod';
import { creditPack } from '../billing/packs';
import { planList } from '../generation/plans';

const { models, imageModels, restorePlans, colorRestorationRefusal, plans } = planList.shape;

export const pricing = z.object({
  creditPacks: z.array(creditPack),
  videoPlans: plans,
  restorePlans,
  colorRestorationRefusal,
  models,
  imageModels,
  currency: z.literal('INR'),
});
export type Pricing = z.infer<typeof pricing>;
