import type { TakedownSettings } from '@luit/contracts/generation/takedowns';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { readTakedownSettings } from './takedown-refunds';

/** Operators' settings for takedowns. */
@Injectable()
export class TakedownSettingsService {
  constructor(private readonly database: DataSource) {}

  @OnCall(operationsCalls.getTakedownSettings)
  get(): Promise<TakedownSettings> {
    return readTakedownSettings(this.database.manager);
  }

  /** Writes nothing if nothing changed. */
  @OnCall(operationsCalls.changeTakedownSettings)
  change({
    adminId,
    returnsCredits,
    approvedBy,
  }: RequestOf<typeof operationsCalls.changeTakedownSettings>): Promise<TakedownSettings> {
    return this.database.transaction(async (manager) => {
      // Locks the table, because there may be no row to lock yet.
      await manager.query('LOCK TABLE takedown_settings IN SHARE ROW EXCLUSIVE MODE');
      const before = await readTakedownSettings(manager);
      if (before.returnsCredits === returnsCredits) return before;
      await manager.query(
        `INSERT INTO takedown_settings (returns_credits) VALUES ($1)
         ON CONFLICT (id) DO UPDATE SET returns_credits = excluded.returns_credits, updated_at = now()`,
        [returnsCredits],
      );
      const change = `${before.returnsCredits} → ${returnsCredits}`;
      const details = { returnsCredits: change, ...(approvedBy && { approvedBy }) };
      const action = { adminId, action: 'settings_changed', subject: 'takedowns', details } as const;
      await writeEvent(manager, operationsEvents.operatorActed, { id: uuidv7(), ...action });
      return { returnsCredits };
    });
  }
}
