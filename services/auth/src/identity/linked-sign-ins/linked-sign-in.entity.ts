import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account at an OpenID provider with which a user signs in. */
@Entity('linked_sign_ins')
export class LinkedSignInEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @Column({ type: 'text' })
  issuer!: string;

  /** The issuer's own id of the person. */
  @Column({ type: 'text' })
  subject!: string;

  /** The address that the issuer named last. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;
}
