import type { OpenIdIdentity } from '@luit/contracts/auth/openid';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ChallengeKind =
  | 'openid_sign_in'
  | 'openid_link'
  | 'openid_confirm'
  | 'pending_link'
  | 'pending_sign_up'
  | 'passkey_use'
  | 'passkey_creation';

/** What a browser has begun and can finish once. Its token is derived from its id. */
@Entity('sign_in_challenges')
export class SignInChallengeEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  kind!: ChallengeKind;

  @Column({ name: 'device_id', type: 'uuid' })
  deviceId!: string;

  /** The account that may finish it; null for anybody. */
  @Column({ name: 'user_id', type: 'uuid', nullable: true })
  userId!: string | null;

  /** What a provider said about the person who waits for a confirmation. */
  @Column({ type: 'jsonb', nullable: true })
  identity!: OpenIdIdentity | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
