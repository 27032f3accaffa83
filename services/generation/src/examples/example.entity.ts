import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A finished video that operators show to everyone. */
@Entity('examples')
export class ExampleEntity {
  @PrimaryColumn('uuid', { name: 'request_id' }) requestId!: string;
  @Column('text') title!: string;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt!: Date;
}
