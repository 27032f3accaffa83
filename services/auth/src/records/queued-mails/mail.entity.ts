import type { Language } from '@luit/contracts/auth/languages';
import type { MailKind } from '@luit/contracts/auth/mails';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A queued or sent mail. Its text is rendered when it is sent, so that no link token is stored in the database. */
@Entity('mails')
export class MailEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Null for a guest. */
  @Column({ name: 'user_id', type: 'uuid', nullable: true })
  userId!: string | null;

  @Column({ type: 'text' })
  kind!: MailKind;

  @Column({ type: 'text' })
  to!: string;

  /** Language of a guest's mail. An account's mail is in the language that the account has when it is sent. */
  @Column({ type: 'text', nullable: true })
  language!: Language | null;

  @Column({ name: 'link_id', type: 'uuid', nullable: true })
  linkId!: string | null;

  /** Values for the text other than the link, for example the device. */
  @Column({ type: 'jsonb', default: {} })
  details!: Record<string, string>;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true })
  sentAt!: Date | null;

  @Column({ type: 'int', default: 0 })
  attempts!: number;

  @Column({ name: 'last_attempt_at', type: 'timestamptz', nullable: true })
  lastAttemptAt!: Date | null;

  /** Why the last attempt failed; null after a success. */
  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;

  /** How often an operator sent it again. */
  @Column({ type: 'int', default: 0 })
  resends!: number;
}

/** SQL: mails that are due. A mail is no longer due once its link was used or has expired. */
export const DUE_MAILS = `mails m LEFT JOIN links l ON l.id = m.link_id
   WHERE m.sent_at IS NULL AND (m.link_id IS NULL OR (l.used_at IS NULL AND l.expires_at > now()))`;
