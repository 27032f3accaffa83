import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import type { SafetySettings } from '@luit/contracts/generation/safety';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { Batcher } from '@luit/platform/database/batcher';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { LuitError } from '@luit/contracts/errors';
import { ClassifierUnavailableError } from '@luit/media/classifiers/classifier-unavailable';
import { AllowedPromptsService } from './allowed-prompts.service';
import { type ClassifiedRequest, ContentClassifierService, unanswered } from './content-classifier.service';
import { accountPaused, RefusedPrompt, UNCHECKED, uncheckedRequest } from './refused-prompt';
import type { Match } from './rule-set';
import { SafetySettingsService } from './safety-settings.service';

interface Checked extends Pick<NewRequest, 'userId' | 'apiKeyId' | 'prompt' | 'negativePrompt'> {
  /** Ordered without an account. False by default. */
  isGuest?: boolean;
}

interface NewFinding extends Match {
  id: string;
  userId: string;
  /** Ordered without an account. */
  isGuest?: boolean;
  /** Null for a refused prompt. */
  requestId: string | null;
  apiKeyId: string | null;
  prompt: string;
  negativePrompt: string | null;
}

/** Checks prompts before anything is held or paid. Providers moderate in addition. */
@Injectable()
export class SafetyService {
  private readonly log = new Logger(SafetyService.name);
  private readonly findings = new Batcher<NewFinding, void>((findings) => this.store(findings));

  constructor(
    private readonly settings: SafetySettingsService,
    private readonly database: DataSource,
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
    await this.record({ id: refusalId, requestId: null, ...match, ...textsOf(request) });
  }

  /** @param requestId the accepted request */
  async recordReview(request: Checked, requestId: string, match: Match): Promise<void> {
    if (isTestAccount(request.userId)) return;
    await this.record({ id: uuidv7(), requestId, ...match, ...textsOf(request) });
  }

  /** Returns once it is stored. Refusals count towards a pause of the account. A finding that cannot be stored is logged, and changes no decision. */
  private async record(finding: NewFinding): Promise<void> {
    try {
      await this.findings.add(finding);
    } catch (err) {
      const { id, userId, category, verdict } = finding;
      this.log.error({ msg: 'Storing a safety finding failed', id, userId, category, verdict, err });
    }
  }

  private async store(findings: NewFinding[]): Promise<void[]> {
    const { refusals, windowMinutes, pauseMinutes } = (await this.settings.current()).settings.throttle;
    const rows = findings.map(
      ({ userId, isGuest = false, requestId, apiKeyId, negativePrompt, imageHash, ...row }) => ({
        ...row,
        user_id: userId,
        is_guest: isGuest,
        request_id: requestId,
        api_key_id: apiKeyId,
        negative_prompt: negativePrompt,
        image_hash: imageHash,
      }),
    );
    const [{ paused }] = (await this.database.query('SELECT record_safety_findings($1, $2, $3, $4) AS paused', [
      ...[JSON.stringify(rows), refusals, windowMinutes, pauseMinutes],
    ])) as [{ paused: number }];
    if (paused > 0) this.settings.forget();
    return findings.map(() => undefined);
  }
}

function textsOf({ userId, isGuest = false, apiKeyId, prompt, negativePrompt }: Checked) {
  return { userId, isGuest, apiKeyId: apiKeyId ?? null, prompt, negativePrompt: negativePrompt ?? null };
}
