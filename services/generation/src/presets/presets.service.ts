import { generationCalls } from '@luit/contracts/generation/messages';
import type { AdminPreset, Preset } from '@luit/contracts/generation/presets';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PresetEntity } from './preset.entity';

/** Camera motions and styles, in the order in which they were added. */
@Injectable()
export class PresetsService {
  constructor(private readonly database: DataSource) {}

  /** Presets that are offered. */
  @OnCall(generationCalls.listPresets)
  async list(): Promise<{ presets: Preset[] }> {
    return { presets: (await this.rows()).filter(({ isArchived }) => !isArchived).map(toPreset) };
  }

  /** Archived ones are last. */
  @OnCall(operationsCalls.listAllPresets)
  async listAll(): Promise<{ presets: AdminPreset[] }> {
    const presets = (await this.rows()).map(toAdminPreset);
    return {
      presets: [...presets.filter(({ isArchived }) => !isArchived), ...presets.filter(({ isArchived }) => isArchived)],
    };
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
