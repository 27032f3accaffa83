import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An operator. Operators are no users: own table, own tokens, own key. */
@Entity('admins')
export class AdminEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Lower-cased. */
  @Column({ type: 'text' })
  email!: string;

  @Column({ name: 'password_hash', type: 'text' })
  passwordHash!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
