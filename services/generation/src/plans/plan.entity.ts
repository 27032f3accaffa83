import type { RestoreQuality, VideoPlan } from '@luit/contracts/generation/plans';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What people choose and pay: length and quality of a video, quality of a restoration. Operators edit it. */
@Entity('plans')
export class PlanEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text') type!: 'video' | 'restore';
  @Column('text') name!: string;
  /** Seconds; null for a restoration. */
  @Column('int', { nullable: true }) duration!: number | null;
  /** At a model factor of 1. */
  @Column('int') credits!: number;
  @Column('text') quality!: VideoPlan['quality'] | RestoreQuality;
  @Column('boolean', { name: 'is_popular' }) isPopular!: boolean;
  @Column('boolean', { name: 'is_active' }) isActive!: boolean;
  @Column('text') description!: string;
  @Column('int') position!: number;
  /** How long a job of this plan may run at the provider, seconds. */
  @Column('int', { name: 'run_limit_seconds' }) runLimitSeconds!: number;
}
