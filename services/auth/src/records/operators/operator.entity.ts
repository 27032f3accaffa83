import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An operator. Operators are not users: they have their own table, token audience and signing key. */
@Entity('admins')
export class OperatorEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Lower-cased. */
  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  role!: OperatorRole;

  @Column({ name: 'password_hash', type: 'text' })
  passwordHash!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Set while the operator cannot sign in. */
  @Column({ name: 'disabled_at', type: 'timestamptz', nullable: true })
  disabledAt!: Date | null;
}
