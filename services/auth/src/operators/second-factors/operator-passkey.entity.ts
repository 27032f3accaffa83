import { Column, Entity } from 'typeorm';
import { PasskeyColumns } from '../../identity/passkeys/passkey-columns';

/** A passkey of an operator. */
@Entity('operator_passkeys')
export class OperatorPasskeyEntity extends PasskeyColumns {
  @Column({ name: 'admin_id', type: 'uuid' })
  adminId!: string;
}
