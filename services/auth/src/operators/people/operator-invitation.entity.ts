import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mailed invitation. Its token is derived from its id; only the hash of the token is stored. */
@Entity('operator_invitations')
export class OperatorInvitationEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Lower-cased. */
  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text' })
  role!: OperatorRole;

  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash!: Buffer;

  @Column({ name: 'invited_by', type: 'uuid' })
  invitedBy!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ name: 'accepted_at', type: 'timestamptz', nullable: true })
  acceptedAt!: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;
}
