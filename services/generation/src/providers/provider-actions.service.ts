import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsBroadcasts, operationsEvents } from '@luit/contracts/operations/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { PollWakeUps } from '../provider-tasks/poll-wake-ups';
import { QueueSignals } from '../request-state/queue-signals';
import { CHECK_REQUEST_SECONDS } from './provider-health.service';
import { ProvidersService } from './providers.service';

/** Operators' actions on a provider. The audit log records each effective action. */
@Injectable()
export class ProviderActionsService {
  constructor(
    private readonly database: DataSource,
    private readonly providers: ProvidersService,
    private readonly wakeUps: PollWakeUps,
    private readonly signals: QueueSignals,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** @throws LuitError `not_found` */
  @OnCall(generationCalls.setProviderRotation)
  async setRotation(
    input: RequestOf<typeof generationCalls.setProviderRotation>,
  ): Promise<{ provider: ProviderOverview }> {
    const { adminId, provider, isOut, reason } = input;
    await this.find(provider);
    await this.database.transaction(async (manager) => {
      const isChanged = isOut ? await takeOut(manager, input) : await putBack(manager, provider);
      if (!isChanged) return;
      const action = isOut ? 'provider_taken_out_of_rotation' : 'provider_put_back_into_rotation';
      const event = { id: uuidv7(), adminId, action, subject: provider, details: { reason } } as const;
      await writeEvent(manager, operationsEvents.operatorActed, event);
    });
    this.signals.jobWaiting();
    await this.broadcasts.publish(operationsBroadcasts.jobsChanged, { ids: [] });
    return { provider: await this.find(provider) };
  }

  /** @throws LuitError `not_found` */
  @OnCall(generationCalls.checkProvider)
  async requestCheck(input: RequestOf<typeof generationCalls.checkProvider>): Promise<{ provider: ProviderOverview }> {
    const { adminId, provider } = input;
    await this.find(provider);
    await this.database.transaction(async (manager) => {
      const requested = await manager.query<unknown[]>(REQUEST_CHECK_SQL, [provider]);
      if (requested.length === 0) return;
      const event = { id: uuidv7(), adminId, action: 'provider_checked', subject: provider, details: {} } as const;
      await writeEvent(manager, operationsEvents.operatorActed, event);
    });
    this.wakeUps.send();
    return { provider: await this.find(provider) };
  }

  private async find(name: string): Promise<ProviderOverview> {
    const { providers } = await this.providers.list();
    const found = providers.find((provider) => provider.name === name);
    if (!found) throw new LuitError('not_found', 'Provider not found');
    return found;
  }
}

/** @returns whether it was in rotation */
async function takeOut(
  manager: EntityManager,
  { provider, adminId, reason }: RequestOf<typeof generationCalls.setProviderRotation>,
): Promise<boolean> {
  const taken = await manager.query<unknown[]>(
    `INSERT INTO provider_health AS known (provider, out_since, out_by, out_reason) VALUES ($1, now(), $2, $3)
     ON CONFLICT (provider) DO UPDATE SET out_since = now(), out_by = $2, out_reason = $3
      WHERE known.out_since IS NULL
     RETURNING provider`,
    [provider, adminId, reason],
  );
  return taken.length > 0;
}

/** @returns whether it was out of rotation */
async function putBack(manager: EntityManager, provider: string): Promise<boolean> {
  const [back] = await manager.query<[unknown[], number]>(
    `UPDATE provider_health SET out_since = NULL, out_by = NULL, out_reason = NULL
      WHERE provider = $1 AND out_since IS NOT NULL RETURNING provider`,
    [provider],
  );
  return back.length > 0;
}

/** No row while a requested check is pending, so that repeated requests count once. */
const REQUEST_CHECK_SQL = `
  INSERT INTO provider_health (provider, check_requested_at) VALUES ($1, now())
  ON CONFLICT (provider) DO UPDATE SET check_requested_at = now()
   WHERE NOT coalesce(provider_health.check_requested_at > now() - interval '${CHECK_REQUEST_SECONDS} seconds', false)
  RETURNING provider`;
