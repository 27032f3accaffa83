import type { SessionEndReason } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { Column, Entity, type EntityManager, IsNull, PrimaryColumn, Raw } from 'typeorm';

/** A session expires if it is not refreshed for this long. */
const IDLE_TIMEOUT = `interval '30 days'`;

/** Condition for sessions that can still be refreshed. @param maxDays absolute lifetime */
export function isActiveSession(maxDays: number) {
  return {
    endedAt: IsNull(),
    lastUsedAt: Raw((column) => `${column} > now() - ${IDLE_TIMEOUT}`),
    createdAt: Raw((column) => `${column} > now() - make_interval(days => :maxDays)`, { maxDays }),
  };
}

/** SQL: `isActiveSession`, except for the absolute lifetime. */
export const ACTIVE_SESSIONS = `(SELECT * FROM sessions WHERE ended_at IS NULL AND NOT is_password_reset
   AND last_used_at > now() - ${IDLE_TIMEOUT})`;

/** A signed-in device and its family of refresh tokens. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  /** Such a session can only set a new password. */
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

  /** When the user last proved in it who they are. */
  @Column({ name: 'authenticated_at', type: 'timestamptz', default: () => 'now()' })
  authenticatedAt!: Date;

  @Column({ name: 'last_used_at', type: 'timestamptz', default: () => 'now()' })
  lastUsedAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt!: Date | null;

  @Column({ name: 'end_reason', type: 'text', nullable: true })
  endReason!: SessionEndReason | null;
}

/** Makes an open session of the user a recent one. @throws LuitError `unauthorized` */
export async function markAuthenticated(
  manager: EntityManager,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const open = { id: sessionId, userId, isPasswordReset: false, endedAt: IsNull() };
  const { affected } = await manager.update(SessionEntity, open, { authenticatedAt: () => 'now()' });
  if (affected !== 1) throw new LuitError('unauthorized', 'Auth session missing');
}
