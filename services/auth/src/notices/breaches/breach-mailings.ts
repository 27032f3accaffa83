import type { BreachMailings } from '@luit/contracts/auth/breaches';
import { LuitError } from '@luit/contracts/errors';
import type { EntityManager } from 'typeorm';

/** SQL on `users u`: blocked accounts and accounts with an unconfirmed address are affected too. Deleted accounts have no address. */
export const REACHABLE = `u.status IN ('active', 'blocked')`;

/** Affected accounts without a mail. */
export async function countWithoutMail(
  manager: EntityManager,
  breachId: string,
): Promise<Pick<BreachMailings, 'recipients' | 'deleted'>> {
  const [counts] = (await manager.query(
    `SELECT count(*) FILTER (WHERE ${REACHABLE})::int AS recipients, count(*) FILTER (WHERE NOT ${REACHABLE})::int AS deleted
       FROM breach_accounts a JOIN users u ON u.id = a.user_id WHERE a.breach_id = $1 AND a.mailing_id IS NULL`,
    [breachId],
  )) as [Pick<BreachMailings, 'recipients' | 'deleted'>];
  return counts;
}

export async function isSending(manager: EntityManager, breachId: string): Promise<boolean> {
  const found = await manager.query<unknown[]>(
    `SELECT FROM mailings WHERE kind = 'breach_notice' AND subject = $1 AND completed_at IS NULL`,
    [breachId],
  );
  return found.length > 0;
}

/** @throws LuitError `conflict` while the notice is being sent, so that it reaches the accounts that were confirmed */
export async function assertNotSending(manager: EntityManager, breachId: string): Promise<void> {
  if (await isSending(manager, breachId)) {
    throw new LuitError('conflict', 'The notice is being sent. Try again once all emails are queued.');
  }
}
