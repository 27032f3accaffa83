import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An operator session: expires after eight hours or 30 idle minutes, and is checked on every call. */
@Entity('admin_sessions')
export class OperatorSessionEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'admin_id', type: 'uuid' })
  adminId!: string;

  @Column({ type: 'text' })
  ip!: string;

  @Column({ name: 'user_agent', type: 'text' })
  userAgent!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Accurate to a minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', default: () => 'now()' })
  lastUsedAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt!: Date | null;

  /** When the operator last proved a second factor in this session. */
  @Column({ name: 'second_factor_at', type: 'timestamptz', nullable: true })
  secondFactorAt!: Date | null;
}
