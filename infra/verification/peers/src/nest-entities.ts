import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn('text') id!: string;
  @Column('bigint') available!: string;
}

@Entity('entries')
export class EntryEntity {
  @PrimaryGeneratedColumn('identity') id!: string;
  @Column('text') account!: string;
  @Column('uuid') job!: string;
  @Column('int') amount!: number;
}

@Entity('jobs')
export class JobEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') account!: string;
  @Column('text', { name: 'idempotency_key' }) key!: string;
  @Column('text') prompt!: string;
  @Column('int') credits!: number;
  @Column('text', { default: 'waiting' }) state!: string;
  @Column('timestamptz', { name: 'completed_at', nullable: true }) completedAt!: Date | null;
}
