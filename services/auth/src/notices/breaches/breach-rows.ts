import { BREACH_NOTICES, type BreachNoticeKind } from '@luit/contracts/auth/breach-limits';
import type { Breach, BreachDetails } from '@luit/contracts/auth/breaches';
import { LuitError } from '@luit/contracts/errors';
import type { EntityManager } from 'typeorm';
import { draftOf } from './breach-drafts';

/** Postgres returns the row as JSON, so that times are text. */
const BREACH = `jsonb_build_object('id', b.id, 'title', b.title, 'description', b.description, 'noticedBy', b.noticed_by,
  'noticedAt', b.noticed_at, 'recordedAt', b.recorded_at, 'recordedBy', b.recorded_by, 'certInDueAt', b.cert_in_due_at,
  'boardDueAt', b.board_due_at, 'certInNotifiedAt', b.cert_in_notified_at, 'boardNotifiedAt', b.board_notified_at,
  'usersNotifiedAt', b.users_notified_at, 'closedAt', b.closed_at,
  'accounts', (SELECT count(*) FROM breach_accounts a WHERE a.breach_id = b.id))`;

const EVENTS = `coalesce((SELECT jsonb_agg(jsonb_build_object('at', e.at, 'what', e.what, 'by', e.by, 'text', e.text) ORDER BY e.id)
  FROM breach_events e WHERE e.breach_id = b.id), '[]')`;

export const SELECT_BREACHES = `SELECT ${BREACH} AS breach FROM breaches b`;

type Stored = Record<`${BreachNoticeKind}_notice`, string | null>;

/** @throws LuitError `not_found` */
export async function readBreach(manager: EntityManager, breachId: string): Promise<BreachDetails> {
  const [row] = await manager.query<(Stored & { breach: Breach; events: BreachDetails['events'] })[]>(
    `SELECT ${BREACH} AS breach, ${EVENTS} AS events, cert_in_notice, board_notice, users_notice FROM breaches b WHERE id = $1`,
    [breachId],
  );
  if (!row) throw new LuitError('not_found', 'Breach not found');
  const { breach, events } = row;
  const notices = BREACH_NOTICES.map((kind) => {
    const text = row[`${kind}_notice`];
    return { kind, text: text ?? draftOf(kind, breach), isDraft: text === null };
  });
  return { ...breach, events, notices };
}
