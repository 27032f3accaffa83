import { Batcher } from '@luit/platform/database/batcher';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Match } from './rule-set';
import { SafetySettingsService } from './safety-settings.service';

export interface NewFinding extends Match {
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

/** Stores refused prompts and prompts to review. A finding that cannot be stored is logged, and changes no decision. */
@Injectable()
export class SafetyFindingsService {
  private readonly log = new Logger(SafetyFindingsService.name);
  private readonly batcher = new Batcher<NewFinding, void>((findings) => this.store(findings));

  constructor(
    private readonly database: DataSource,
    private readonly settings: SafetySettingsService,
  ) {}

  /** Returns once it is stored. Refusals count towards a pause of the account. */
  async record(finding: NewFinding): Promise<void> {
    try {
      await this.batcher.add(finding);
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
