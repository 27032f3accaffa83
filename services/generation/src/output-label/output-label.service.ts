import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_OUTPUT_LABEL, type OutputLabel } from '@luit/contracts/generation/output-label';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { OutputLabelEntity } from './output-label.entity';

const FIELDS = Object.keys(DEFAULT_OUTPUT_LABEL) as (keyof OutputLabel)[];

/** The visible label that workers draw into outputs. */
@Injectable()
export class OutputLabelService {
  constructor(private readonly database: DataSource) {}

  /** The default until operators have changed it. */
  @OnCall(generationCalls.getOutputLabel)
  get(): Promise<OutputLabel> {
    return this.read(this.database.manager);
  }

  private async read(manager: EntityManager): Promise<OutputLabel> {
    const row = await manager.findOneBy(OutputLabelEntity, { id: true });
    const { onVideos, onRestorations, text, corner, sizePercent, seconds } = row ?? DEFAULT_OUTPUT_LABEL;
    return { onVideos, onRestorations, text, corner, sizePercent, seconds };
  }

  /** Writes nothing if nothing changes. @returns the label after the change */
  @OnCall(operationsCalls.changeOutputLabel)
  async change({ adminId, ...changes }: RequestOf<typeof operationsCalls.changeOutputLabel>): Promise<OutputLabel> {
    return this.database.transaction(async (manager) => {
      // Locks the table, because there may be no row to lock yet.
      await manager.query(`LOCK TABLE output_label IN SHARE ROW EXCLUSIVE MODE`);
      const before = await this.read(manager);
      const after = { ...before, ...changes };
      const changed = FIELDS.filter((field) => before[field] !== after[field]);
      if (changed.length === 0) return before;
      await manager.save(OutputLabelEntity, { id: true, ...after });
      const details = Object.fromEntries(changed.map((field) => [field, `${before[field]} → ${after[field]}`]));
      const action = { adminId, action: 'settings_changed', subject: 'output label', details } as const;
      await writeEvent(manager, operationsEvents.operatorActed, { id: uuidv7(), ...action });
      return after;
    });
  }
}
