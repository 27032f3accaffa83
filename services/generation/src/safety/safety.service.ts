import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { AllowedPromptsService } from './allowed-prompts.service';
import { accountPaused, RefusedPrompt } from './refused-prompt';
import type { Match } from './rule-set';
import { SafetyFindingsService } from './safety-findings.service';
import { SafetySettingsService } from './safety-settings.service';

type Checked = Pick<NewRequest, 'userId' | 'apiKeyId' | 'prompt' | 'negativePrompt'>;

/** Checks prompts before anything is held or paid. Providers moderate in addition. */
@Injectable()
export class SafetyService {
  constructor(
    private readonly settings: SafetySettingsService,
    private readonly findings: SafetyFindingsService,
    private readonly allowed: AllowedPromptsService,
  ) {}

  /**
   * Adds no statement to a request, unless a rule finds something.
   *
   * @returns what operators shall review once the request is accepted, null if nothing
   * @throws LuitError `refused_by_policy`, as `RefusedPrompt`; `too_many_requests` while refusals pause the account
   */
  async check(request: Checked): Promise<Match | null> {
    const { rules, pausedUntil } = await this.settings.current();
    const pausedMs = (pausedUntil.get(request.userId) ?? 0) - performance.now();
    if (pausedMs > 0) throw accountPaused(Math.ceil(pausedMs / 1_000));
    const match = rules.check(request);
    if (!match || (await this.allowed.has(request))) return null;
    if (match.verdict === 'refuse') throw new RefusedPrompt(uuidv7(), match);
    return match;
  }

  /** Nothing of test accounts is stored. */
  async recordRefusal(request: Checked, { refusalId, match }: RefusedPrompt): Promise<void> {
    if (isTestAccount(request.userId)) return;
    await this.findings.record({ id: refusalId, requestId: null, ...match, ...textsOf(request) });
  }

  /** @param requestId the accepted request */
  async recordReview(request: Checked, requestId: string, match: Match): Promise<void> {
    if (isTestAccount(request.userId)) return;
    await this.findings.record({ id: uuidv7(), requestId, ...match, ...textsOf(request) });
  }
}

function textsOf({ userId, apiKeyId, prompt, negativePrompt }: Checked) {
  return { userId, apiKeyId: apiKeyId ?? null, prompt, negativePrompt: negativePrompt ?? null };
}
