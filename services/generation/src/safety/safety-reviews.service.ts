import { LuitError } from '@luit/contracts/errors';
import { FURTHER_TEXTS } from '@luit/contracts/generation/catalog/model-parameters';
import { type FindingState, safetyCalls, type SafetyFinding } from '@luit/contracts/generation/safety';
import { snakeCase } from '@luit/contracts/http/snake-case';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { type Allowed, GUESTS, hashOf } from './safety.service';
import { SafetySettingsService } from './safety-settings.service';

type Filter = RequestOf<typeof safetyCalls.listSafetyFindings>;

export interface FindingPage extends CappedCount {
  items: SafetyFinding[];
  nextCursor: string | null;
}

type Row = Omit<SafetyFinding, 'createdAt' | 'state' | 'decision' | 'appeal'> & {
  createdAt: Date;
  appeal: string | null;
  appealedAt: Date;
  state: Exclude<FindingState, 'open'> | null;
  adminId: string;
  reason: string;
  decidedAt: Date;
};

type Decided = Allowed & Pick<Row, 'userId' | 'isGuest' | 'category' | 'hasOutput'>;

const TEXTS = ['prompt' as const, ...FURTHER_TEXTS].map((name) => `f.${snakeCase(name)} AS "${name}"`).join(', ');
const COLUMNS = `f.id, f.user_id AS "userId", f.is_guest AS "isGuest", f.request_id AS "requestId", f.api_key_id AS "apiKeyId", f.verdict, f.category, f.phrases, f.output_key IS NOT NULL AS "hasOutput",
  ${TEXTS}, f.created_at AS "createdAt", d.decision AS state, d.admin_id AS "adminId", d.reason,
  d.decided_at AS "decidedAt", a.text AS appeal, a.appealed_at AS "appealedAt"`;
const FINDINGS = `safety_findings f LEFT JOIN safety_decisions d ON d.finding_id = f.id LEFT JOIN safety_appeals a ON a.finding_id = f.id`;

/** Lists refused prompts and prompts to review for operators, and records the operators' decisions. */
@Injectable()
export class SafetyReviewsService {
  constructor(
    private readonly database: DataSource,
    private readonly settings: SafetySettingsService,
  ) {}

  /** Undecided appeals first, then newest first. */
  @OnCall(safetyCalls.listSafetyFindings)
  async list({ limit, cursor, ...filter }: Filter): Promise<FindingPage> {
    const [all, page] = [toConditions(filter), toConditions(filter)];
    if (cursor) page.add('(f.is_awaited, f.id) < (SELECT is_awaited, id FROM safety_findings WHERE id = $)', cursor);
    const part = (condition: string) =>
      `(SELECT ${COLUMNS}, f.is_awaited FROM ${FINDINGS} WHERE ${condition} AND ${page.sql} ORDER BY f.id DESC LIMIT ${limit + 1})`;
    const [rows, counted] = await Promise.all([
      this.database.query<Row[]>(
        // Each part reads an index; one order over both would sort all findings.
        `${UNPREPARED}SELECT * FROM (${part('f.is_awaited')} UNION ALL ${part('NOT f.is_awaited')}) AS page
         ORDER BY is_awaited DESC, id DESC LIMIT ${limit + 1}`,
        page.values,
      ),
      countRows(this.database, `SELECT FROM ${FINDINGS} WHERE ${all.sql}`, all.values),
    ]);
    const items = rows.slice(0, limit).map(toFinding);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, ...counted };
  }

  /** @throws LuitError `not_found`; `conflict` if it was decided before */
  @OnCall(safetyCalls.decideSafetyFinding)
  async decide({ id, adminId, decision, reason }: RequestOf<typeof safetyCalls.decideSafetyFinding>): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [row] = await manager.query<Decided[]>(
        `SELECT f.user_id AS "userId", f.is_guest AS "isGuest", ${TEXTS}, f.category, f.image_hash AS "imageHash", f.output_key IS NOT NULL AS "hasOutput"
           FROM safety_findings f WHERE id = $1`,
        [id],
      );
      if (!row) throw new LuitError('not_found', 'This prompt is no longer stored.');
      const stored = await manager.query<unknown[]>(
        `INSERT INTO safety_decisions (finding_id, decision, admin_id, reason) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING RETURNING finding_id`,
        [id, decision, adminId, reason],
      );
      if (stored.length === 0) throw new LuitError('conflict', 'Another operator has already decided on this prompt.');
      if (decision === 'lifted') {
        // That an output was harmless says nothing about its prompt.
        if (!row.hasOutput) await allow(manager, row);
        await manager.query('UPDATE safety_pauses SET until = now(), changed_at = now() WHERE user_id = $1', [
          row.userId,
        ]);
      }
      await writeEvent(manager, operationsEvents.operatorActed, {
        ...{ id: uuidv7(), adminId, action: `refusal_${decision}`, subject: id },
        ...{ details: { category: row.category, reason }, userIds: row.isGuest ? [] : [row.userId] },
      });
    });
    this.settings.forget();
  }
}

/** An allowance for guests ends some time after the latest decision. */
function allow(manager: EntityManager, { userId, isGuest, ...allowed }: Decided): Promise<unknown> {
  return manager.query(
    `INSERT INTO safety_allowed_prompts (user_id, hash) VALUES ($1, $2)
     ON CONFLICT (user_id, hash) DO UPDATE SET allowed_at = now()`,
    [isGuest ? GUESTS : userId, hashOf(allowed)],
  );
}

function toConditions({ state, category, verdict, userId }: Omit<Filter, 'limit' | 'cursor'>): Conditions {
  const conditions = new Conditions();
  if (state === 'open') conditions.add('f.is_open');
  else if (state) conditions.add('d.decision = $', state);
  if (category) conditions.add('f.category = $', category);
  if (verdict) conditions.add('f.verdict = $', verdict);
  if (userId) conditions.add('f.user_id = $', userId);
  return conditions;
}

function toFinding({ state, adminId, reason, decidedAt, createdAt, appeal, appealedAt, ...row }: Row): SafetyFinding {
  return {
    ...row,
    appeal: appeal === null ? null : { text: appeal, at: appealedAt.toISOString() },
    createdAt: createdAt.toISOString(),
    state: state ?? 'open',
    decision: state && { adminId, reason, at: decidedAt.toISOString() },
  };
}
