import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A device that its owner (a user or an operator) has signed in with. */
@Entity('trusted_devices')
export class TrustedDeviceEntity {
  @PrimaryColumn({ name: 'owner_id', type: 'uuid' })
  ownerId!: string;

  @PrimaryColumn({ name: 'device_id', type: 'uuid' })
  deviceId!: string;

  @Column({ name: 'last_seen_at', type: 'timestamptz', default: () => 'now()' })
  lastSeenAt!: Date;
}
