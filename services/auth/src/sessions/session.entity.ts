import type { SessionEndReason } from '@luit/contracts/auth/sessions';
import { Column, Entity, IsNull, PrimaryColumn, Raw } from 'typeorm';

/** A session that nobody refreshes for this long is over. */
const IDLE_LIFE = `interval '30 days'`;

/** What holds of a session that may still be refreshed. @param maxDays its absolute lifetime */
export function isInUse(maxDays: number) {
  return {
    endedAt: IsNull(),
    lastUsedAt: Raw((column) => `${column} > now() - ${IDLE_LIFE}`),
    createdAt: Raw((column) => `${column} > now() - make_interval(days => :maxDays)`, { maxDays }),
  };
}

/** One device that is signed in, with the family of refresh tokens it was given. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  /** Good for setting a new password alone. */
  @Column({ name: 'is_password_reset', type: 'boolean', default: false })
  isPasswordReset!: boolean;

  @Column({ name: 'device_id', type: 'uuid', nullable: true })
  deviceId!: string | null;

  @Column({ type: 'text' })
  ip!: string;

  @Column({ name: 'user_agent', type: 'text' })
  userAgent!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'last_used_at', type: 'timestamptz', default: () => 'now()' })
  lastUsedAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt!: Date | null;

  @Column({ name: 'end_reason', type: 'text', nullable: true })
  endReason!: SessionEndReason | null;
}
