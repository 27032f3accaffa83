import type { ContactSubject } from '@luit/contracts/auth/contact-limits';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message from the contact page. A mail with the same id delivers it to the operators. */
@Entity('contact_messages')
export class ContactMessageEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text' })
  subject!: ContactSubject;

  @Column({ type: 'text' })
  message!: string;

  @Column({ name: 'is_urgent', type: 'boolean', default: false })
  isUrgent!: boolean;

  @Column({ name: 'idempotency_key', type: 'text', nullable: true })
  idempotencyKey!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'answered_at', type: 'timestamptz', nullable: true })
  answeredAt!: Date | null;

  @Column({ name: 'answered_by', type: 'text', nullable: true })
  answeredBy!: string | null;
}

/** What the sender fills in. */
export type ContactFields = Pick<ContactMessageEntity, 'name' | 'email' | 'subject' | 'message' | 'isUrgent'>;
