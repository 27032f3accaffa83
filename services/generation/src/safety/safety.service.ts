import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import { FURTHER_TEXTS, type RequestTexts } from '@luit/contracts/generation/catalog/model-parameters';
import { GUEST_ALLOWED_DAYS } from '@luit/contracts/generation/limits';
import type { SafetySettings } from '@luit/contracts/generation/safety';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { snakeCase } from '@luit/contracts/http/snake-case';
import { Batcher } from '@luit/platform/database/batcher';
import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { LuitError } from '@luit/contracts/errors';
import { ClassifierUnavailableError } from '@luit/media/classifiers/classifier-unavailable';
import { type ClassifiedRequest, ContentClassifierService, unanswered } from './content-classifier.service';
import { accountPaused, RefusedPrompt, UNCHECKED, uncheckedRequest } from './refused-prompt';
import type { Match } from './rule-set';
import { SafetySettingsService } from './safety-settings.service';

interface Checked extends RequestTexts, Pick<NewRequest, 'userId' | 'apiKeyId'> {
  /** Ordered without an account. False by default. */
  isGuest?: boolean;
}

export interface Allowed extends RequestTexts {
  /** Hash of the image that a classifier found. */
  imageHash?: string | null | undefined;
}

/** The account that all guests share in `safety_allowed_prompts`: each order of a guest has an account of its own. */
export const GUESTS = '00000000-0000-0000-0000-000000000000';

interface NewFinding extends Match, Checked {
  id: string;
  /** Null for a refused prompt. */
  requestId: string | null;
}

/** Checks prompts before anything is held or paid. Providers moderate in addition. */
@Injectable()
export class SafetyService {
  private readonly log = new Logger(SafetyService.name);
  private readonly findings = new Batcher<NewFinding, void>((findings) => this.store(findings));

  constructor(
    private readonly settings: SafetySettingsService,
    private readonly database: DataSource,
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
    if (!match || (await this.isAllowed(request))) return null;
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
      const isAllowed = await Promise.all(found.map(({ imageHash }) => this.isAllowed({ ...request, imageHash })));
      return found.filter((_, i) => !isAllowed[i]);
    } catch (error) {
      if (!(error instanceof ClassifierUnavailableError)) throw error;
      this.log.warn({ msg: 'The classifier did not answer', reason: error.message });
      const { onFailure } = settings.classifier;
      if (onFailure === 'review') return [unanswered('review')];
      throw onFailure === 'refuse' ? uncheckedRequest() : new LuitError('unavailable', UNCHECKED);
    }
  }

  /** Whether operators allowed the account, or guests, to use exactly these texts and this image. */
  private async isAllowed({ userId, isGuest, ...allowed }: Checked & Allowed): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      `SELECT FROM safety_allowed_prompts WHERE user_id = $1 AND hash = $2
          AND (user_id <> '${GUESTS}' OR allowed_at > now() - interval '${GUEST_ALLOWED_DAYS} days')`,
      [isGuest ? GUESTS : userId, hashOf(allowed)],
    );
    return found.length > 0;
  }

  /** Stores nothing for test accounts. */
  async recordRefusal(request: Checked, { refusalId, match }: RefusedPrompt): Promise<void> {
    if (isTestAccount(request.userId)) return;
    await this.record({ id: refusalId, requestId: null, ...match, ...checkedIn(request) });
  }

  /** @param requestId the accepted request */
  async recordReview(request: Checked, requestId: string, match: Match): Promise<void> {
    if (isTestAccount(request.userId)) return;
    await this.record({ id: uuidv7(), requestId, ...match, ...checkedIn(request) });
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
    const rows = findings.map((finding) =>
      Object.fromEntries(Object.entries(finding).map(([name, value]) => [snakeCase(name), value])),
    );
    const [{ paused }] = (await this.database.query('SELECT record_safety_findings($1, $2, $3, $4) AS paused', [
      ...[JSON.stringify(rows), refusals, windowMinutes, pauseMinutes],
    ])) as [{ paused: number }];
    if (paused > 0) this.settings.forget();
    return findings.map(() => undefined);
  }
}

/** Equal for exactly the same texts and refused image. */
export function hashOf({ prompt, imageHash, ...texts }: Allowed): string {
  const others = FURTHER_TEXTS.map((name) => texts[name] || null);
  return createHash('sha256')
    .update(JSON.stringify([prompt, ...others, ...(imageHash ? [imageHash] : [])]))
    .digest('hex');
}

/** Without what the rest of a request says. */
function checkedIn({ userId, isGuest, apiKeyId, prompt, ...request }: Checked): Checked {
  const texts = FURTHER_TEXTS.map((name) => [name, request[name]]);
  return { userId, isGuest, apiKeyId, prompt, ...Object.fromEntries(texts) };
}
