import type { RestoreQuality, VideoPlan } from '@luit/contracts/generation/plans';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A priced option: length and quality of a video, or quality of a restoration. Operators edit the price. */
@Entity('plans')
export class PlanEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text') type!: 'video' | 'restore';
  @Column('text') name!: string;
  /** Seconds; null for a restoration. */
  @Column('int', { nullable: true }) duration!: number | null;
  /** Price at a model factor of 1. */
  @Column('int') credits!: number;
  @Column('text') quality!: VideoPlan['quality'] | RestoreQuality;
  @Column('boolean', { name: 'is_popular' }) isPopular!: boolean;
  @Column('boolean', { name: 'is_active' }) isActive!: boolean;
  @Column('text') description!: string;
  @Column('int') position!: number;
  /** Maximum run time of a job at the provider, seconds. */
  @Column('int', { name: 'run_limit_seconds' }) runLimitSeconds!: number;
}
