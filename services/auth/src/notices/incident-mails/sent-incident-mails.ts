import type { EntityManager } from 'typeorm';

/** Keeps the time for the progress of the mailing: the mail of a guest is deleted once it is sent. Idempotent. */
export async function recordIncidentMailSent(manager: EntityManager, mailId: string): Promise<void> {
  await manager.query(
    `UPDATE incident_recipients r SET sent_at = m.sent_at FROM mails m WHERE r.id = $1 AND m.id = r.id AND m.sent_at IS NOT NULL`,
    [mailId],
  );
}
