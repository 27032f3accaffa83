import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A device that its owner, a user or an operator, has signed in with. */
@Entity('known_devices')
export class KnownDeviceEntity {
  @PrimaryColumn({ name: 'owner_id', type: 'uuid' })
  ownerId!: string;

  @PrimaryColumn({ name: 'device_id', type: 'uuid' })
  deviceId!: string;

  @Column({ name: 'last_seen_at', type: 'timestamptz', default: () => 'now()' })
  lastSeenAt!: Date;
}
