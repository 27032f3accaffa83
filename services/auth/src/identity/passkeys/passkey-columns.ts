import { bigintAsNumber } from '@luit/platform/database/columns-of';
import { Column, PrimaryColumn } from 'typeorm';

/** What a passkey of a user and one of an operator have in common. */
export abstract class PasskeyColumns {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'credential_id', type: 'text' })
  credentialId!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'public_key', type: 'bytea' })
  publicKey!: Buffer;

  @Column({ type: 'bigint', transformer: bigintAsNumber })
  counter!: number;

  @Column({ type: 'text', array: true })
  transports!: string[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;
}
