import type { RestoreQuality, VideoPlan } from '@luit/contracts/generation/plans';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A name for a duration and a resolution of a video, or for a quality of a restoration. Its price is that of the default model. */
@Entity('plans')
export class PlanEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text') type!: 'video' | 'restore';
  @Column('text') name!: string;
  /** Seconds; null for a restoration. */
  @Column('int', { nullable: true }) duration!: number | null;
  @Column('text') quality!: VideoPlan['quality'] | RestoreQuality;
  @Column('boolean', { name: 'is_popular' }) isPopular!: boolean;
  @Column('boolean', { name: 'is_active' }) isActive!: boolean;
  @Column('text') description!: string;
  @Column('int') position!: number;
}
