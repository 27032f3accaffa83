import { Column, Entity } from 'typeorm';
import { PasskeyColumns } from './passkey-columns';

/** A passkey of a user. */
@Entity('passkeys')
export class PasskeyEntity extends PasskeyColumns {
  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;
}
