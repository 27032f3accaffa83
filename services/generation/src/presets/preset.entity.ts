import type { Preset } from '@luit/contracts/generation/presets';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A template that is added to prompts. */
@Entity('presets')
export class PresetEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text') kind!: Preset['kind'];
  @Column('text') name!: string;
  @Column('text') description!: string;
  /** `{prompt}` is the placeholder for the prompt. */
  @Column('text') text!: string;
  /** No longer offered. Requests that use it keep their text. */
  @Column('boolean', { name: 'is_archived' }) isArchived!: boolean;
  /** Lists are in this order. */
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
