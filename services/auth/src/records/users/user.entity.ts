import type { Language } from '@luit/contracts/auth/languages';
import type { BillingProfile } from '@luit/contracts/auth/users';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `closing`: the account is being deleted. `closed`: it was deleted and anonymized. Both are final. */
export type UserStatus = 'active' | 'blocked' | 'closing' | 'closed';

@Entity('users')
export class UserEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** The canonical spelling; unique per account. */
  @Column({ type: 'text' })
  email!: string;

  @Column({ name: 'email_as_typed', type: 'text' })
  emailAsTyped!: string;

  /** Null for an account that signs in without a password. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  @Column({ type: 'text' })
  name!: string;

  /** Language of the account's mails and web pushes. */
  @Column({ type: 'text', default: 'en' })
  language!: Language;

  @Column({ type: 'text', default: 'active' })
  status!: UserStatus;

  @Column({ name: 'email_confirmed_at', type: 'timestamptz', nullable: true })
  emailConfirmedAt!: Date | null;

  /** When the user accepted the terms beside the sign-up button. */
  @Column({ name: 'consented_at', type: 'timestamptz' })
  consentedAt!: Date;

  /** Device that chose the password; may confirm the address without the password. */
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
