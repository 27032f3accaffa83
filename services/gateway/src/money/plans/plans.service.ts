import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { Pricing } from '@luit/contracts/http/pricing';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';

/** The products and options of videos: credit packs, plans, models and presets. */
@Injectable()
export class PlansService {
  constructor(private readonly calls: CallClient) {}

  async listPlans() {
    const { plans, models, imageModels, retired } = await this.calls.call(generationCalls.listPlans, {});
    return { plans, models, imageModels, retired };
  }

  listModels() {
    return this.calls.call(generationCalls.listModels, {});
  }

  listPresets() {
    return this.calls.call(generationCalls.listPresets, {});
  }

  async getPricing(): Promise<Pricing & { message: string }> {
    const [{ creditPacks }, { plans, ...rest }, { onVideos, text, corner }] = await Promise.all([
      this.calls.call(billingCalls.listPacks, {}),
      this.calls.call(generationCalls.listPlans, {}),
      this.calls.call(generationCalls.getOutputLabel, {}),
    ]);
    const message = 'Prices in rupees, tax included';
    const label = onVideos ? { text, corner } : null;
    return { message, creditPacks, videoPlans: plans, ...rest, currency: 'INR', label };
  }
}
