import { billingCalls } from '@luit/contracts/billing/messages';
import { type BillingSettings, billingSettings } from '@luit/contracts/billing/settings';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isDeepStrictEqual } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import { type Approved, diffFields, publishOperatorAction } from '../operators/operator-actions';

const DEFAULTS: BillingSettings = {
  signupGrant: { credits: 0, expiresInDays: null },
  confirmAbove: { refundPaise: 100_000, credits: 10_000 },
  approveAbove: { refundPaise: null, credits: null },
};

@Injectable()
export class SettingsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnCall(billingCalls.getSettings)
  get(): Promise<BillingSettings> {
    return this.read(this.database.manager);
  }

  async read(manager: EntityManager): Promise<BillingSettings> {
    const rows = await manager.query<{ key: string; value: unknown }[]>(`SELECT key, value FROM settings`);
    return billingSettings
      .strict()
      .parse({ ...DEFAULTS, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) });
  }

  /** Publishes an operator's change for the audit log, if anything changed. @throws LuitError `validation_failed`, `conflict` */
  @OnCall(billingCalls.changeSettings)
  async change(request: RequestOf<typeof billingCalls.changeSettings> & Approved): Promise<BillingSettings> {
    const { adminId, approvedBy, expected = {}, ...wanted } = request;
    const entries = Object.entries(wanted).filter(([, value]) => value !== undefined);
    return this.database.transaction(async (manager) => {
      await manager.query(`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`);
      const before = await this.read(manager);
      const names = Object.keys(expected) as (keyof BillingSettings)[];
      if (names.some((name) => expected[name] !== undefined && !isDeepStrictEqual(expected[name], before[name])))
        throw new LuitError('conflict', 'The settings have been changed in the meantime', { details: { ...before } });
      for (const [key, value] of entries) {
        await manager.query(
          `INSERT INTO settings (key, value) VALUES ($1, $2)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
          [key, JSON.stringify(value)],
        );
      }
      const after = await this.read(manager);
      const changes = diffFields(before, after);
      if (adminId && Object.keys(changes).length > 0) {
        const details = { ...changes, ...(approvedBy && { approvedBy }) };
        await publishOperatorAction(manager, { adminId, action: 'settings_changed', subject: 'billing', details });
      }
      return after;
    });
  }
}
