import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { PollWakeUps } from '../provider-tasks/poll-wake-ups';
import { CHECK_REQUEST_SECONDS } from './provider-health.service';
import { ProvidersService } from './providers.service';

/** Has workers check a provider when an operator asks for it. The audit log records each request that has an effect. */
@Injectable()
export class ProviderActionsService {
  constructor(
    private readonly database: DataSource,
    private readonly providers: ProvidersService,
    private readonly wakeUps: PollWakeUps,
  ) {}

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

/** No row while a requested check is pending, so that repeated requests count once. */
const REQUEST_CHECK_SQL = `
  INSERT INTO provider_health (provider, check_requested_at) VALUES ($1, now())
  ON CONFLICT (provider) DO UPDATE SET check_requested_at = now()
   WHERE NOT coalesce(provider_health.check_requested_at > now() - interval '${CHECK_REQUEST_SECONDS} seconds', false)
  RETURNING provider`;
