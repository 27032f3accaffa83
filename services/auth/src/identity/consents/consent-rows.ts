import type { ConsentNotice, ConsentSource } from '@luit/contracts/auth/consent-notices';
import type { ConsentRecord } from '@luit/contracts/auth/consents';
import type { EntityManager } from 'typeorm';

export interface NewConsent {
  notice: ConsentNotice;
  version: string;
  isGiven: boolean;
  source: ConsentSource;
}

interface ConsentRow extends NewConsent {
  recordedAt: Date;
}

const COLUMNS = 'notice, version, is_given AS "isGiven", source, recorded_at AS "recordedAt"';

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
  return rows.map(toRecord);
}

/** The last act of a user about each notice. */
export async function findLatestConsents(manager: EntityManager, userId: string): Promise<ConsentRecord[]> {
  const rows = await manager.query<ConsentRow[]>(
    `SELECT DISTINCT ON (notice) ${COLUMNS} FROM consents WHERE user_id = $1 ORDER BY notice, id DESC`,
    [userId],
  );
  return rows.map(toRecord);
}

function toRecord({ notice, version, isGiven, source, recordedAt }: ConsentRow): ConsentRecord {
  return { notice, version, given: isGiven, source, recorded_at: recordedAt.toISOString() };
}
