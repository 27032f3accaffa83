import type { AdminPreset, Preset } from '@luit/contracts/generation/presets';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PresetEntity } from './preset.entity';

/** Camera motions and styles, in the order in which they were added. */
@Injectable()
export class PresetsService {
  constructor(private readonly database: DataSource) {}

  /** Those that are offered. */
  async list(): Promise<Preset[]> {
    return (await this.rows()).filter(({ isArchived }) => !isArchived).map(toPreset);
  }

  /** Archived ones are last. */
  async listAll(): Promise<AdminPreset[]> {
    const presets = (await this.rows()).map(toAdminPreset);
    return [...presets.filter(({ isArchived }) => !isArchived), ...presets.filter(({ isArchived }) => isArchived)];
  }

  private rows(): Promise<PresetEntity[]> {
    return this.database.getRepository(PresetEntity).find({ order: { kind: 'ASC', createdAt: 'ASC', id: 'ASC' } });
  }
}

export function toAdminPreset(row: PresetEntity): AdminPreset {
  return { ...toPreset(row), isArchived: row.isArchived };
}

function toPreset({ id, kind, name, description, text }: PresetEntity): Preset {
  return { id, kind, name, description, text };
}
