import type { BillingProfile } from '@luit/contracts/auth/users';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `closing` and `closed` for good: the account is being deleted, and what names its owner is gone. */
export type UserStatus = 'active' | 'blocked' | 'closing' | 'closed';

@Entity('users')
export class UserEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Lower-cased: two spellings are one account. */
  @Column({ type: 'text' })
  email!: string;

  @Column({ name: 'email_as_typed', type: 'text' })
  emailAsTyped!: string;

  @Column({ name: 'password_hash', type: 'text' })
  passwordHash!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: 'active' })
  status!: UserStatus;

  @Column({ name: 'email_confirmed_at', type: 'timestamptz', nullable: true })
  emailConfirmedAt!: Date | null;

  /** When the terms beside the sign-up button were agreed to. */
  @Column({ name: 'consented_at', type: 'timestamptz' })
  consentedAt!: Date;

  /** Where the password came from, until the address is confirmed. */
  @Column({ name: 'signed_up_device', type: 'uuid', nullable: true })
  signedUpDevice!: string | null;

  @Column({ name: 'signed_up_ip', type: 'text', nullable: true })
  signedUpIp!: string | null;

  @Column({ name: 'billing_profile', type: 'jsonb', nullable: true })
  billingProfile!: BillingProfile | null;

  @Column({ name: 'last_sign_in_at', type: 'timestamptz', nullable: true })
  lastSignInAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
