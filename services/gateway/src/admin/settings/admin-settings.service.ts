import { billingCalls } from '@luit/contracts/billing/messages';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../identities/token.strategy';
import type { SettingsDto } from './admin-settings.dto';

@Injectable()
export class AdminSettingsService {
  constructor(private readonly calls: CallClient) {}

  get(): Promise<BillingSettings> {
    return this.calls.call(billingCalls.getSettings, {});
  }

  async change(
    { signupGrant }: SettingsDto,
    { id: adminId }: Identity,
  ): Promise<BillingSettings & { message: string }> {
    const settings = await this.calls.call(billingCalls.changeSettings, { adminId, signupGrant });
    return { message: 'The settings have been saved', ...settings };
  }
}
