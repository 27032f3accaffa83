import type { SafetyCategory, SafetySettings } from '@luit/contracts/generation/safety';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../identities/token.strategy';
import type { SafetyCategoryDto, SafetyThrottleDto } from './admin-safety.dto';

const SAVED = 'The settings have been saved';

/** Which prompts are refused or reviewed before credits are held. */
@Injectable()
export class AdminSafetyService {
  constructor(private readonly calls: CallClient) {}

  get(): Promise<SafetySettings> {
    return this.calls.call(operationsCalls.getSafetySettings, {});
  }

  /** @throws LuitError `validation_failed` for an unknown category, or for minors with another verdict than `refuse` */
  async changeCategory(category: SafetyCategory, input: SafetyCategoryDto, { id: adminId }: Identity) {
    const settings = await this.calls.call(operationsCalls.changeSafetyCategory, { adminId, category, ...input });
    return { message: SAVED, ...settings };
  }

  async changeThrottle(input: SafetyThrottleDto, { id: adminId }: Identity) {
    const settings = await this.calls.call(operationsCalls.changeSafetyThrottle, { adminId, ...input });
    return { message: SAVED, ...settings };
  }
}
