import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import type { SafetySettings } from '@luit/contracts/generation/safety';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { Injectable, Logger } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { LuitError } from '@luit/contracts/errors';
import { ClassifierUnavailableError } from '@luit/media/classifiers/classifier-unavailable';
import { AllowedPromptsService } from './allowed-prompts.service';
import { unanswered } from './classifier-match';
import { type ClassifiedRequest, ContentClassifierService } from './content-classifier.service';
import { accountPaused, RefusedPrompt, UNCHECKED, uncheckedRequest } from './refused-prompt';
import type { Match } from './rule-set';
import { SafetyFindingsService } from './safety-findings.service';
import { SafetySettingsService } from './safety-settings.service';

interface Checked extends Pick<NewRequest, 'userId' | 'apiKeyId' | 'prompt' | 'negativePrompt'> {
  /** Ordered without an account. False by default. */
  isGuest?: boolean;
}

/** Checks prompts before anything is held or paid. Providers moderate in addition. */
@Injectable()
export class SafetyService {
  private readonly log = new Logger(SafetyService.name);

  constructor(
    private readonly settings: SafetySettingsService,
    private readonly findings: SafetyFindingsService,
    private readonly allowed: AllowedPromptsService,
    private readonly classifier: ContentClassifierService,
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

  /**
   * Asks the classifier about the prompt and the images, after everything that is cheaper. Does nothing without one, and for test
   * accounts.
   *
   * @returns what operators shall review once the request is accepted, null if nothing
   * @throws LuitError `refused_by_policy`, as `RefusedPrompt` or without an answer; `unavailable` without an answer
   */
  async classify(request: Checked & ClassifiedRequest): Promise<Match | null> {
    if (!this.classifier.isConfigured || isTestAccount(request.userId)) return null;
    const { settings } = await this.settings.current();
    const found = await this.findUnlessAllowed(request, settings);
    const refused = found.find(({ verdict }) => verdict === 'refuse');
    if (refused) throw new RefusedPrompt(uuidv7(), refused);
    return found[0] ?? null;
  }

  private async findUnlessAllowed(request: Checked & ClassifiedRequest, settings: SafetySettings): Promise<Match[]> {
    try {
      const found = await this.classifier.find(request, settings);
      const { userId, isGuest, prompt, negativePrompt } = request;
      const isAllowed = await Promise.all(
        found.map(({ imageHash }) => this.allowed.has({ userId, isGuest, prompt, negativePrompt, imageHash })),
      );
      return found.filter((_, i) => !isAllowed[i]);
    } catch (error) {
      if (!(error instanceof ClassifierUnavailableError)) throw error;
      this.log.warn({ msg: 'The classifier did not answer', reason: error.message });
      const { onFailure } = settings.classifier;
      if (onFailure === 'review') return [unanswered('review')];
      throw onFailure === 'refuse' ? uncheckedRequest() : new LuitError('unavailable', UNCHECKED);
    }
  }

  /** Stores nothing for test accounts. */
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

function textsOf({ userId, isGuest = false, apiKeyId, prompt, negativePrompt }: Checked) {
  return { userId, isGuest, apiKeyId: apiKeyId ?? null, prompt, negativePrompt: negativePrompt ?? null };
}
