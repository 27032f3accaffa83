import type { VerificationKey } from '@luit/contracts/auth/tokens';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type Audience = VerificationKey['audience'];

@Entity('signing_keys')
export class SigningKeyEntity {
  /** Fingerprint of the public key. */
  @PrimaryColumn({ type: 'text' })
  kid!: string;

  @Column({ type: 'text' })
  audience!: Audience;

  @Column({ name: 'public_key_pem', type: 'text' })
  publicKeyPem!: string;

  @Column({ name: 'sealed_private_key', type: 'bytea' })
  sealedPrivateKey!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'retired_at', type: 'timestamptz', nullable: true })
  retiredAt!: Date | null;
}
