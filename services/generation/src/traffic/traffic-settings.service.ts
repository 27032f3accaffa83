import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsBroadcasts, operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { AS_INSTALLED, type StoredTrafficSettings, type TrafficSettings } from '@luit/contracts/operations/traffic';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { RecentValue } from '@luit/platform/scheduling/recent-value';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GenerationConfig } from '../config';

/** How long a replica may use what another one has changed, milliseconds. */
const CACHE_MS = 2_000;

/** How much people may ask for, as operators set it. Gateways ask for it, and hear of changes. */
@Injectable()
export class TrafficSettingsService {
  private readonly recent = new RecentValue<StoredTrafficSettings>(CACHE_MS);

  constructor(
    private readonly database: DataSource,
    private readonly broadcasts: Broadcasts,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * Jobs of one account that providers run at a time.
   *
   * @param manager of the caller's transaction, if there is one
   */
  async tasksPerUser(manager = this.database.manager): Promise<number> {
    const { tasksPerUser } = await this.recent.getAlone(() => this.read(manager));
    return tasksPerUser ?? this.config.userConcurrency;
  }

  @OnCall(operationsCalls.getTrafficSettings)
  get(): Promise<StoredTrafficSettings> {
    return this.read(this.database.manager);
  }

  private async read(manager: EntityManager): Promise<StoredTrafficSettings> {
    const [row] = await manager.query<{ settings: TrafficSettings; changedAt: Date }[]>(
      'SELECT settings, changed_at AS "changedAt" FROM traffic_settings',
    );
    return row ? { ...AS_INSTALLED, ...row.settings, changedAt: row.changedAt.toISOString() } : AS_INSTALLED;
  }

  @OnCall(operationsCalls.changeTrafficSettings)
  async change(change: RequestOf<typeof operationsCalls.changeTrafficSettings>): Promise<StoredTrafficSettings> {
    const { adminId, reason, basedOn, ...settings } = change;
    const after = await this.database.transaction(async (manager) => {
      await manager.query('LOCK TABLE traffic_settings IN EXCLUSIVE MODE');
      const before = await this.read(manager);
      if (before.changedAt !== basedOn)
        throw new LuitError('conflict', 'The settings have been changed in the meantime', { details: { ...before } });
      await manager.query(
        `INSERT INTO traffic_settings (settings, admin_id) VALUES ($1, $2)
         ON CONFLICT (is_only) DO UPDATE SET settings = $1, admin_id = $2, changed_at = clock_timestamp()`,
        [JSON.stringify(settings), adminId],
      );
      const names = Object.keys(settings) as (keyof TrafficSettings)[];
      const changed = names.filter((name) => settings[name] !== before[name]);
      const text = (value: number | null) => (value === null ? 'as installed' : String(value));
      await writeEvent(manager, operationsEvents.operatorActed, {
        ...{ id: uuidv7(), adminId, subject: 'traffic limits' },
        action: 'settings_changed',
        details: {
          ...Object.fromEntries(changed.map((name) => [name, `${text(before[name])} → ${text(settings[name])}`])),
          reason,
        },
      });
      return this.read(manager);
    });
    this.recent.forget();
    await this.broadcasts.publish(operationsBroadcasts.trafficChanged, {});
    return after;
  }
}
