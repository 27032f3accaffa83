import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The authenticator app of an operator. */
@Entity('operator_totps')
export class OperatorTotpEntity {
  @PrimaryColumn({ name: 'admin_id', type: 'uuid' })
  adminId!: string;

  @Column({ name: 'sealed_secret', type: 'bytea' })
  sealedSecret!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Null until the operator has entered a first code. */
  @Column({ name: 'confirmed_at', type: 'timestamptz', nullable: true })
  confirmedAt!: Date | null;
}
