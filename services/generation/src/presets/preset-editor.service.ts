import { LuitError } from '@luit/contracts/errors';
import type { AdminPreset } from '@luit/contracts/generation/presets';
import type { OperatorAction } from '@luit/contracts/auth/audit-log';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { PresetEntity } from './preset.entity';
import { toAdminPreset } from './presets.service';

type NewPreset = RequestOf<typeof operationsCalls.createPreset>;
type PresetChange = RequestOf<typeof operationsCalls.changePreset>;

/** Lets operators edit presets. Accepted requests keep the text that they were accepted with. */
@Injectable()
export class PresetEditorService {
  constructor(private readonly database: DataSource) {}

  /** @throws LuitError `conflict` if the id is taken */
  @OnCall(operationsCalls.createPreset)
  async create({ adminId, ...preset }: NewPreset): Promise<AdminPreset> {
    return this.database.transaction(async (manager) => {
      const { raw } = (await manager
        .createQueryBuilder()
        .insert()
        .into(PresetEntity)
        .values({ ...preset, isArchived: false })
        .orIgnore()
        .returning('id')
        .execute()) as { raw: unknown[] };
      if (raw.length === 0) throw new LuitError('conflict', `A preset with the ID "${preset.id}" already exists`);
      const { id, ...details } = preset;
      await record(manager, { adminId, action: 'preset_created', subject: id, details });
      return { ...preset, isArchived: false };
    });
  }

  /** Writes nothing if nothing changes. @throws LuitError `not_found` */
  @OnCall(operationsCalls.changePreset)
  async change({ adminId, id, changes, isArchived }: PresetChange): Promise<AdminPreset> {
    return this.database.transaction(async (manager) => {
      const row = await manager.findOne(PresetEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!row) throw new LuitError('not_found', 'Preset not found');
      const before = toAdminPreset(row);
      const after = { ...before, ...changes, ...(isArchived !== undefined && { isArchived }) };
      const fields = ['name', 'description', 'text'] as const;
      const changed = fields.filter((field) => before[field] !== after[field]);
      const isMoved = before.isArchived !== after.isArchived;
      if (changed.length === 0 && !isMoved) return before;
      const { name, description, text } = after;
      await manager.update(PresetEntity, { id }, { name, description, text, isArchived: after.isArchived });
      const details = Object.fromEntries(changed.map((field) => [field, `${before[field]} → ${after[field]}`]));
      const moved = after.isArchived ? 'preset_archived' : 'preset_restored';
      await record(manager, { adminId, action: isMoved ? moved : 'preset_changed', subject: id, details });
      return after;
    });
  }
}

function record(manager: EntityManager, action: Omit<OperatorAction, 'id'>): Promise<void> {
  return writeEvent(manager, operationsEvents.operatorActed, { id: uuidv7(), ...action });
}
