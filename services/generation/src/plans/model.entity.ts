import type { VideoModel } from '@luit/contracts/generation/plans';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('models')
export class ModelEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  /** Price factor in thousandths, so that prices are exact. */
  @Column('int', { name: 'factor_permille' }) factorPermille!: number;
  @Column('jsonb') supports!: VideoModel['supports'];
  @Column('boolean', { name: 'is_default' }) isDefault!: boolean;
  @Column('boolean', { name: 'is_active' }) isActive!: boolean;
  @Column('int') position!: number;
}
