import type { ConsentNotice, ConsentSource } from '@luit/contracts/auth/consent-notices';
import type { ConsentRecord } from '@luit/contracts/auth/consents';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import type { EntityManager } from 'typeorm';

export interface NewConsent {
  notice: ConsentNotice;
  version: string;
  isGiven: boolean;
  source: ConsentSource;
}

type ConsentRow = WithDates<ConsentRecord, 'recorded_at'>;

const COLUMNS = 'notice, version, is_given AS given, source, recorded_at';

/** Appends acts of a user. The caller holds the lock of the user's row, so that acts of one user have an order. */
export async function appendConsents(manager: EntityManager, userId: string, consents: NewConsent[]): Promise<void> {
  await manager.query(
    `INSERT INTO consents (user_id, notice, version, is_given, source)
     SELECT $1, act.notice, act.version, act.is_given, act.source
       FROM jsonb_to_recordset($2) AS act (notice text, version text, is_given boolean, source text)`,
    [userId, JSON.stringify(consents.map(({ isGiven, ...consent }) => ({ ...consent, is_given: isGiven })))],
  );
}

/** All acts of a user, oldest first. */
export async function findConsents(manager: EntityManager, userId: string): Promise<ConsentRecord[]> {
  const rows = await manager.query<ConsentRow[]>(`SELECT ${COLUMNS} FROM consents WHERE user_id = $1 ORDER BY id`, [
    userId,
  ]);
  return rows.map(withIsoTimes);
}

/** The last act of a user about each notice. */
export async function findLatestConsents(manager: EntityManager, userId: string): Promise<ConsentRecord[]> {
  const rows = await manager.query<ConsentRow[]>(
    `SELECT DISTINCT ON (notice) ${COLUMNS} FROM consents WHERE user_id = $1 ORDER BY notice, id DESC`,
    [userId],
  );
  return rows.map(withIsoTimes);
}
