import type { BillingSettings } from '@luit/contracts/billing';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { checked } from '../ledger/input';

const MAX_GRANT = 100_000;
const MAX_DAYS = 3_650;

const settings = z.strictObject({
  signupGrant: z.strictObject({
    credits: z.int().min(0).max(MAX_GRANT),
    expiresInDays: z.int().min(1).max(MAX_DAYS).nullable(),
  }),
});
const changes = settings.partial();

const DEFAULTS: BillingSettings = { signupGrant: { credits: 0, expiresInDays: null } };

@Injectable()
export class SettingsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async get(manager: EntityManager = this.database.manager): Promise<BillingSettings> {
    const rows = await manager.query<{ key: string; value: unknown }[]>(`SELECT key, value FROM settings`);
    return settings.parse({ ...DEFAULTS, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) });
  }

  /** @throws LuitError `validation_failed` */
  async change(request: z.input<typeof changes>): Promise<BillingSettings> {
    const entries = Object.entries(checked(changes, request)).filter(([, value]) => value !== undefined);
    return this.database.transaction(async (manager) => {
      for (const [key, value] of entries) {
        await manager.query(
          `INSERT INTO settings (key, value) VALUES ($1, $2)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
          [key, JSON.stringify(value)],
        );
      }
      return this.get(manager);
    });
  }
}
