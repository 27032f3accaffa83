import { generationCalls } from '@luit/contracts/generation/messages';
import type { InstanceSettings, InstanceState, SealedInstance } from '@luit/contracts/generation/provider-instances';
import { OnCall } from '@luit/platform/calls/on-call';
import { RecentValue } from '@luit/platform/scheduling/recent-value';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A row, as operators see it. */
export interface ProviderInstance {
  id: string;
  settings: InstanceSettings;
  hasCredential: boolean;
  hasWebhookSecret: boolean;
  state: InstanceState;
  stateSince: Date;
  stateBy: string | null;
  stateReason: string | null;
}

/** Apply across all workers. */
export type ProviderLimits = Pick<InstanceSettings, 'concurrency' | 'submitsPerMinute' | 'pollsPerMinute'>;

/** Of test requests, which workers run themselves. */
const TEST_LIMITS: ProviderLimits = { concurrency: 20, submitsPerMinute: 1_000, pollsPerMinute: 10_000 };
/** Upper bound on how long a replica uses old settings. */
const CACHE_MS = 1_000;

const SETTINGS = `jsonb_build_object(
  'kind', kind, 'dialect', dialect, 'baseUrl', base_url, 'isOwn', is_own, 'concurrency', concurrency,
  'submitsPerMinute', submits_per_minute, 'pollsPerMinute', polls_per_minute, 'priority', priority,
  'gpuCost', CASE WHEN gpu_currency IS NOT NULL THEN
    jsonb_build_object('currency', gpu_currency, 'microsPerSecond', gpu_micros_per_second) END)`;
export const READ_INSTANCES = `
  SELECT id, ${SETTINGS} AS settings, credential IS NOT NULL AS "hasCredential", webhook_secret IS NOT NULL AS "hasWebhookSecret",
         state, state_since AS "stateSince", state_by AS "stateBy", state_reason AS "stateReason"
    FROM provider_instances`;

/** Accounts at vendors and servers of the operator, at most a second old. */
@Injectable()
export class ProviderInstances {
  private readonly recent = new RecentValue<ProviderInstance[]>(CACHE_MS);

  constructor(private readonly database: DataSource) {}

  /** @param manager of the caller's transaction */
  all(manager?: EntityManager): Promise<ProviderInstance[]> {
    return manager ? this.recent.getAlone(() => read(manager)) : this.recent.get(() => read(this.database.manager));
  }

  async limitsOf(id: string, manager?: EntityManager): Promise<ProviderLimits> {
    return (await this.all(manager)).find((each) => each.id === id)?.settings ?? TEST_LIMITS;
  }

  /** For changes of this process. */
  forget(): void {
    this.recent.forget();
  }

  @OnCall(generationCalls.listSealedInstances)
  async listSealed(): Promise<{ instances: SealedInstance[] }> {
    const instances = await this.database.query<SealedInstance[]>(
      `SELECT id, kind, dialect, base_url AS "baseUrl", is_own AS "isOwn",
              translate(encode(credential, 'base64'), E'\n', '') AS "sealedCredential",
              translate(encode(webhook_secret, 'base64'), E'\n', '') AS "sealedWebhookSecret"
         FROM provider_instances ORDER BY id`,
    );
    return { instances };
  }
}

function read(manager: EntityManager): Promise<ProviderInstance[]> {
  return manager.query<ProviderInstance[]>(`${READ_INSTANCES} ORDER BY created_at, id`);
}
