import { billingCalls } from '@luit/contracts/billing/messages';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { SettingsService } from './settings.service';

@Controller()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @OnCall(billingCalls.getSettings)
  getSettings(): Promise<BillingSettings> {
    return this.settings.get();
  }

  @OnCall(billingCalls.changeSettings)
  changeSettings(request: Partial<BillingSettings> & { adminId?: string }): Promise<BillingSettings> {
    return this.settings.change(request);
  }
}
