import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import {
  INSTANCE_SECRETS,
  type InstanceSettings,
  SEAL_USE,
  sealLabelOf,
  settingsFault,
} from '@luit/contracts/generation/provider-instances';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsBroadcasts, operationsEvents } from '@luit/contracts/operations/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { outboundUrlFault } from '@luit/platform/security/outbound-url';
import { RotatingSeal } from '@luit/platform/security/sealed-values';
import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GenerationConfig } from '../config';
import { PublishedModels } from '../model-revisions/published-models';
import { PollWakeUps } from '../provider-tasks/poll-wake-ups';
import { ProvidersService } from './providers.service';
import { QueueSignals } from '../request-state/queue-signals';
import { type ProviderInstance, ProviderInstances, READ_INSTANCES } from '../provider-instances/provider-instances';

type Entered = RequestOf<typeof generationCalls.changeProvider>;
type Answer = { provider: ProviderOverview };

const INSERT = `
  INSERT INTO provider_instances (id, kind, base_url, concurrency, submits_per_minute, polls_per_minute, dialect, state, state_by,
    state_reason, updated_by)
  VALUES ($1, $2, $3, 1, 1, 1, $4, 'off', $5, $6, $5) ON CONFLICT (id) DO NOTHING RETURNING id`;
const UPDATE = `
  UPDATE provider_instances SET base_url = $2, is_own = $3, dialect = $4, concurrency = $5, submits_per_minute = $6, polls_per_minute = $7,
         priority = $8, gpu_currency = $9, gpu_micros_per_second = $10, updated_by = $11,
         credential = CASE WHEN $12 THEN $13 ELSE credential END, webhook_secret = CASE WHEN $14 THEN $15 ELSE webhook_secret END
   WHERE id = $1`;

/**
 * Frees the jobs that wait for the stopped instance $1: those that no runner has claimed are polled now, which finds them lost, and those that
 * were submitted again may leave a server where nothing is paid for a second run. A locked row of the former is skipped; its next poll does the same.
 */
const FREE_JOBS = `
  WITH waiting AS (
    SELECT r.id FROM runner_jobs j JOIN requests r ON r.id = j.request_id
     WHERE j.instance = $1 AND j.state = 'waiting' AND r.state = 'running' AND r.next_poll_at > now() FOR UPDATE OF r SKIP LOCKED
  ), polled AS (
    UPDATE requests SET next_poll_at = now() WHERE id IN (SELECT id FROM waiting)
  ), bound AS (
    SELECT id FROM requests
     WHERE resubmissions > 0 AND provider = $1 AND state = 'pending' AND dispatched_at IS NULL
       AND EXISTS (SELECT FROM provider_instances WHERE id = $1 AND (is_own OR kind = 'runner')) ORDER BY id FOR UPDATE
  )
  UPDATE requests SET resubmissions = 0 WHERE id IN (SELECT id FROM bound)`;

/** Operators' changes of providers. The audit log records what changed, and of secrets only that they did. */
@Injectable()
export class InstanceEditorService {
  private readonly seal: RotatingSeal;

  constructor(
    private readonly database: DataSource,
    private readonly instances: ProviderInstances,
    private readonly published: PublishedModels,
    private readonly providers: ProvidersService,
    private readonly signals: QueueSignals,
    private readonly wakeUps: PollWakeUps,
    private readonly broadcasts: Broadcasts,
    @Inject(CONFIG) config: GenerationConfig,
  ) {
    this.seal = new RotatingSeal(config.providerSecrets, SEAL_USE);
  }

  /** @throws LuitError `validation_failed` by field */
  @OnCall(generationCalls.createProvider)
  async create({ id, ...entered }: RequestOf<typeof generationCalls.createProvider>): Promise<Answer> {
    assertSettings(entered);
    await this.database.transaction(async (manager) => {
      const { kind, baseUrl, dialect, adminId, reason } = entered;
      const added = await manager.query<unknown[]>(INSERT, [id, kind, baseUrl, dialect, adminId, reason]);
      const settings = settingsOf(entered);
      if (added.length === 0) {
        if (isDeepStrictEqual((await this.locked(manager, id)).settings, settings)) return;
        throw new LuitError('validation_failed', `There is a provider ${id}`, {
          details: { id: `There is a provider ${id}` },
        });
      }
      await this.store(manager, id, entered);
      await record(manager, entered, 'provider_created', id, { kind, url: baseUrl, own: String(entered.isOwn) });
    });
    return this.changed(id);
  }

  /** @throws LuitError `not_found`; `validation_failed` by field */
  @OnCall(generationCalls.changeProvider)
  async change({ provider: id, ...entered }: Entered): Promise<Answer> {
    assertSettings(entered);
    await this.database.transaction(async (manager) => {
      const before = await this.locked(manager, id);
      assertChange(before, entered);
      const changes = changesOf(before, entered);
      if (Object.keys(changes).length === 0) return;
      await this.store(manager, id, entered);
      await record(manager, entered, 'provider_changed', id, changes);
    });
    return this.changed(id);
  }

  /** @throws LuitError `not_found` */
  @OnCall(generationCalls.setProviderState)
  async setState({
    provider: id,
    state,
    adminId,
    reason,
  }: RequestOf<typeof generationCalls.setProviderState>): Promise<Answer> {
    await this.database.transaction(async (manager) => {
      const before = await this.locked(manager, id);
      if (before.state === state) return;
      await manager.query(
        `UPDATE provider_instances SET state = $2, state_since = now(), state_by = $3, state_reason = $4 WHERE id = $1`,
        [id, state, adminId, reason],
      );
      await record(manager, { adminId, reason }, 'provider_state_changed', id, { state: `${before.state} → ${state}` });
    });
    if (state !== 'on') {
      await this.database.query(FREE_JOBS, [id]);
      this.wakeUps.send();
    }
    return this.changed(id);
  }

  private async locked(manager: EntityManager, id: string): Promise<ProviderInstance> {
    const [found] = await manager.query<ProviderInstance[]>(`${READ_INSTANCES} WHERE id = $1 FOR UPDATE`, [id]);
    if (!found) throw new LuitError('not_found', 'Provider not found');
    return found;
  }

  private async store(manager: EntityManager, id: string, entered: Omit<Entered, 'provider'>): Promise<void> {
    const { baseUrl, isOwn, dialect, concurrency, submitsPerMinute, pollsPerMinute, priority, gpuCost, adminId } =
      entered;
    const secrets = INSTANCE_SECRETS.flatMap((name) => {
      const value = entered[name];
      return [value !== undefined, value ? this.seal.seal(value, sealLabelOf(id, name)) : null];
    });
    const cost = [gpuCost?.currency ?? null, gpuCost?.microsPerSecond ?? null];
    const limits = [concurrency, submitsPerMinute, pollsPerMinute, priority];
    await manager.query(UPDATE, [id, baseUrl, isOwn, dialect, ...limits, ...cost, adminId, ...secrets]);
  }

  /** Waiting jobs may run now, or elsewhere. */
  private async changed(id: string): Promise<Answer> {
    this.instances.forget();
    this.published.forget();
    this.signals.jobWaiting();
    await this.broadcasts.publish(operationsBroadcasts.jobsChanged, { ids: [] });
    const { providers } = await this.providers.list();
    return { provider: providers.find(({ name }) => name === id)! };
  }
}

function settingsOf(entered: InstanceSettings): InstanceSettings {
  const { kind, dialect, baseUrl, isOwn, concurrency, submitsPerMinute, pollsPerMinute, priority, gpuCost } = entered;
  return { kind, dialect, baseUrl, isOwn, concurrency, submitsPerMinute, pollsPerMinute, priority, gpuCost };
}

function assertSettings(entered: InstanceSettings): void {
  const { baseUrl, isOwn } = entered;
  const address = baseUrl === '' ? null : outboundUrlFault(baseUrl, isOwn);
  const details = settingsFault(entered) ?? (address ? { baseUrl: address } : null);
  if (details) throw new LuitError('validation_failed', Object.values(details)[0]!, { details });
}

/** A credential must not get to another server because someone who does not know it changed the URL. */
function assertChange({ settings, hasCredential }: ProviderInstance, entered: Omit<Entered, 'provider'>): void {
  const refuse = (field: string, message: string) => {
    throw new LuitError('validation_failed', message, { details: { [field]: message } });
  };
  if (entered.kind !== settings.kind) refuse('kind', 'A provider keeps its kind; add another one');
  const isElsewhere = settings.baseUrl !== '' && new URL(settings.baseUrl).origin !== new URL(entered.baseUrl).origin;
  if (isElsewhere && hasCredential && entered.credential === undefined) {
    refuse('credential', 'The URL is on another server, so enter the credential for it');
  }
}

function changesOf(before: ProviderInstance, entered: Omit<Entered, 'provider'>): Record<string, string> {
  const after = settingsOf(entered);
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const changed = (Object.keys(after) as (keyof InstanceSettings)[]).filter(
    (name) => !isDeepStrictEqual(before.settings[name], after[name]),
  );
  const secrets = INSTANCE_SECRETS.filter((name) => entered[name] !== undefined);
  return Object.fromEntries([
    ...changed.map((name) => [name, `${text(before.settings[name])} → ${text(after[name])}`]),
    ...secrets.map((name) => [name, entered[name] === null ? 'removed' : 'replaced']),
  ]);
}

function record(
  manager: EntityManager,
  { adminId, reason }: { adminId: string; reason: string },
  action: 'provider_created' | 'provider_changed' | 'provider_state_changed',
  subject: string,
  details: Record<string, string>,
): Promise<void> {
  const event = { id: uuidv7(), adminId, action, subject, details: { ...details, reason } };
  return writeEvent(manager, operationsEvents.operatorActed, event);
}
