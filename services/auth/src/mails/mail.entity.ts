import { Column, Entity, PrimaryColumn } from 'typeorm';

export type MailKind =
  | 'confirm'
  | 'already_registered'
  | 'password_reset'
  | 'password_changed'
  | 'new_sign_in'
  | 'export'
  | 'guest_access'
  | 'refund'
  | 'request_finished'
  | 'account_deletion_started'
  | 'account_deleted'
  | 'alert'
  | 'contact_message';

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

  @Column({ name: 'link_id', type: 'uuid', nullable: true })
  linkId!: string | null;

  /** Values for the text other than the link, for example the device. */
  @Column({ type: 'jsonb', default: {} })
  details!: Record<string, string>;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true })
  sentAt!: Date | null;
}
