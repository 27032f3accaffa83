import { z } from 'zod';
import { creditPack } from '../billing/packs';
import { outputLabel } from '../generation/output-label';
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
  label: outputLabel
    .pick({ text: true, corner: true })
    .nullable()
    .describe('The visible label of generated videos and images; null if they have none'),
});
export type Pricing = z.infer<typeof pricing>;
