import { LuitError } from '@luit/contracts/errors';
import { GUEST_APPEAL_HOURS } from '@luit/contracts/generation/limits';
import { refusalCalls } from '@luit/contracts/generation/safety';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OnCall } from '@luit/platform/calls/on-call';

interface AppealedRow {
  isDecided: boolean;
  /** Text of an earlier appeal. */
  text: string | null;
}

/** Stores what owners say against refusals of their prompts. Operators read it where they decide. */
@Injectable()
export class SafetyAppealsService {
  constructor(private readonly database: DataSource) {}

  /**
   * Idempotent: the same text again changes nothing. Only the guest knows the id of a guest's refusal.
   *
   * @throws LuitError `not_found` for a refusal of another account; `conflict` after another text or a decision
   */
  @OnCall(refusalCalls.appealRefusal)
  async appeal({ userId, id, text }: RequestOf<typeof refusalCalls.appealRefusal>): Promise<void> {
    const stored = await this.database.query<unknown[]>(STORE_SQL, [id, userId, text]);
    if (stored.length > 0) return;
    const [row] = await this.database.query<AppealedRow[]>(READ_SQL, [id, userId]);
    if (!row) throw new LuitError('not_found', 'This refusal is no longer stored.');
    if (row.text === text) return;
    throw new LuitError(
      'conflict',
      row.isDecided ? 'A person has already looked at this prompt.' : 'You have already sent a text about this prompt.',
    );
  }
}

const REFUSAL = `
     FROM safety_findings f LEFT JOIN safety_decisions d ON d.finding_id = f.id LEFT JOIN safety_appeals a ON a.finding_id = f.id
    WHERE f.id = $1 AND f.verdict = 'refuse'
      AND CASE WHEN f.is_guest THEN f.created_at > now() - interval '${GUEST_APPEAL_HOURS} hours' ELSE f.user_id = $2 END`;

const STORE_SQL = `
  INSERT INTO safety_appeals (finding_id, text) SELECT f.id, $3 ${REFUSAL} AND d.finding_id IS NULL
  ON CONFLICT DO NOTHING RETURNING finding_id`;

const READ_SQL = `SELECT d.finding_id IS NOT NULL AS "isDecided", a.text ${REFUSAL}`;
