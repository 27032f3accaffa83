import { LuitError } from '@luit/contracts/errors';
import { FURTHER_TEXTS } from '@luit/contracts/generation/catalog/model-parameters';
import { outputSafetyCalls, safetyCalls, type SafetySettings } from '@luit/contracts/generation/safety';
import { snakeCase } from '@luit/contracts/http/snake-case';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { bankMatchOf, matchOf, unanswered } from './content-classifier.service';
import type { Match } from './rule-set';
import { SafetySettingsService } from './safety-settings.service';
import { UNCHECKED } from './refused-prompt';

type Judged = RequestOf<typeof outputSafetyCalls.judgeOutput>;

/** Decides by the scores of an output whether its owner may see it. */
@Injectable()
export class OutputJudgmentsService {
  constructor(
    private readonly database: DataSource,
    private readonly settings: SafetySettingsService,
  ) {}

  /**
   * Idempotent. A finding is stored before the answer. A refused output counts towards a pause of the account like a refused prompt.
   *
   * @throws LuitError `unavailable` without scores, if the settings turn such requests away
   */
  @OnCall(outputSafetyCalls.judgeOutput)
  async judge(judged: Judged): Promise<{ refusal: string | null }> {
    const { settings } = await this.settings.current();
    const { refusals, windowMinutes, pauseMinutes } = settings.throttle;
    const known = bankMatchOf(judged.banks ?? [], settings);
    const match = known ?? findingIn(judged.scores, settings);
    if (!match) return { refusal: null };
    const isRefused = match.verdict === 'refuse';
    const [{ paused }] = (await this.database.query(STORE_SQL, [
      ...[uuidv7(), judged.requestId, match.verdict, match.category, match.phrases],
      ...[isRefused ? judged.sealedKey : judged.outputKey, judged.scores === null && !known],
      ...[refusals, windowMinutes, pauseMinutes],
    ])) as [{ paused: number }];
    if (paused > 0) this.settings.forget();
    return { refusal: isRefused ? `${match.category}: ${match.phrases.join(', ')}` : null };
  }

  /** Names the file of a finding for an operator, and records who opened it and why. @throws LuitError `not_found` */
  @OnCall(safetyCalls.openFindingOutput)
  async open({ id, adminId, reason }: RequestOf<typeof safetyCalls.openFindingOutput>): Promise<{ key: string }> {
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ key: string; userId: string }[]>(
        'SELECT output_key AS key, user_id AS "userId" FROM safety_findings WHERE id = $1 AND output_key IS NOT NULL',
        [id],
      );
      if (!row) throw new LuitError('not_found', 'This file is no longer stored.');
      await writeEvent(manager, operationsEvents.operatorActed, {
        ...{ id: uuidv7(), adminId, action: 'refused_output_viewed', subject: id },
        ...{ details: { reason }, userIds: [row.userId] },
      });
      return { key: row.key };
    });
  }
}

function findingIn(scores: Judged['scores'], settings: SafetySettings): Match | null {
  if (scores) return matchOf(scores, settings, 'output');
  const { onFailure } = settings.classifier;
  if (onFailure === 'unavailable') throw new LuitError('unavailable', UNCHECKED);
  return unanswered(onFailure);
}

const STORE_SQL = `
  SELECT record_safety_findings(coalesce(jsonb_agg(to_jsonb(item)), '[]'), $8, $9, $10) AS paused FROM (
    SELECT $1::uuid AS id, user_id, id AS request_id, api_key_id, $3::text AS verdict, $4::text AS category, $5::text[] AS phrases, prompt,
           ${FURTHER_TEXTS.map((name) => `options ->> '${name}' AS ${snakeCase(name)},`).join(' ')} $6::text AS output_key, $7::boolean AS is_unanswered
      FROM requests WHERE id = $2) AS item`;
