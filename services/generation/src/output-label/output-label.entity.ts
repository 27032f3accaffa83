import type { OutputLabel } from '@luit/contracts/generation/output-label';
import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The visible label of outputs, once operators have changed it. */
@Entity('output_label')
export class OutputLabelEntity implements OutputLabel {
  /** Always true: there is one row at most. */
  @PrimaryColumn('boolean') id!: boolean;
  @Column('boolean', { name: 'on_videos' }) onVideos!: boolean;
  @Column('boolean', { name: 'on_restorations' }) onRestorations!: boolean;
  @Column('text') text!: string;
  @Column('text') corner!: OutputLabel['corner'];
  @Column('smallint', { name: 'size_percent' }) sizePercent!: number;
  /** Null for the whole length of a video. */
  @Column('smallint', { nullable: true }) seconds!: number | null;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
