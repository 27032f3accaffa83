import type { CreditPack } from '../billing/packs';
import type { RestorePlan, VideoModel, VideoPlan } from '../generation/plans';

export interface Pricing {
  creditPacks: CreditPack[];
  videoPlans: VideoPlan[];
  restorePlans: RestorePlan[];
  /** Why color restoration is unavailable; null where it is available. */
  colorRestorationRefusal: string | null;
  models: VideoModel[];
  currency: 'INR';
}
