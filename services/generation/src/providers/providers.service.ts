import { isOfferedAt } from '@luit/contracts/generation/catalog/lifecycle';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ServerFacts } from '@luit/contracts/generation/provider-instances';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { type ProviderInstance, ProviderInstances } from '../provider-instances/provider-instances';
import { type Histogram, histogramAt, type StoredHistogram } from '../job-metrics/histogram';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { PublishedModels } from '../model-revisions/published-models';
import { AT_PROVIDER, statesSql } from '../request-rows/request-states';
import { HEALTHY, IS_CHECK_PENDING, ProviderHealthService } from './provider-health.service';
import { ProviderSelectionService } from './provider-selection.service';

const NONE = { succeeded: 0, finished: 0 };
/** The number of previous days that determine the usual figures of an hour. */
const USUAL_DAYS = 7;

type Details = Pick<ProviderOverview, 'openedAt' | 'lastCheck' | 'isCheckPending'>;
const NO_DETAILS: Details = { openedAt: null, lastCheck: null, isCheckPending: false };

/** A model with the providers that have it, and those that may get its jobs. */
interface ServedModel {
  id: string;
  providers: string[];
  candidates: string[];
}

type Outcomes = Pick<ProviderOverview, 'lastFiveMinutes' | 'lastHour'>;

/** Provider overview for operators. */
@Injectable()
export class ProvidersService {
  constructor(
    private readonly database: DataSource,
    private readonly health: ProviderHealthService,
    private readonly published: PublishedModels,
    private readonly selection: ProviderSelectionService,
    private readonly instances: ProviderInstances,
    private readonly aggregator: JobMetricsAggregator,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  @OnCall(generationCalls.listProviders)
  async list(): Promise<{ providers: ProviderOverview[] }> {
    await this.aggregator.refresh();
    const [instances, health, details, counts, outcomes, usual, runs, models] = await Promise.all([
      this.instances.all(),
      this.health.read(this.database.manager),
      this.details(),
      this.counts(),
      this.outcomes(),
      this.usualHours(),
      this.runTimes(),
      this.models(),
    ]);
    const tokens = await this.tokensOf(instances);
    const isOn = (name: string) => instances.some(({ id, state }) => id === name && state === 'on');
    const servedBy = (name: string) => {
      const served = models.filter(({ providers }) => providers.includes(name));
      const running = ({ candidates }: ServedModel) => candidates.filter(isOn);
      return {
        models: served.map(({ id }) => id),
        soleFor: served.filter((model) => running(model).join() === name).map(({ id }) => id),
        unserved: served.filter((model) => running(model).length === 0).map(({ id }) => id),
      };
    };
    const providers = instances.map((instance): ProviderOverview => {
      const { id: name, settings, hasCredential, hasWebhookSecret } = instance;
      const { state, failures, closedForMs, pausedMs, reason } = health.get(name) ?? HEALTHY;
      const { concurrency: slots, submitsPerMinute, pollsPerMinute } = settings;
      const { waiting = 0, busy = 0 } = counts.get(name) ?? {};
      return {
        name,
        state,
        failures,
        closedForMs,
        pausedMs,
        reason,
        ...(details.get(name) ?? NO_DETAILS),
        stopped: stoppedOf(instance),
        waiting,
        busy,
        ...(outcomes.get(name) ?? { lastFiveMinutes: NONE, lastHour: NONE }),
        usualHour: usual.days > 0 ? { days: usual.days, ...(usual.outcomes[name] ?? NONE) } : null,
        runP50: runs.get(name)?.quantile(0.5) ?? null,
        runP95: runs.get(name)?.quantile(0.95) ?? null,
        slots,
        submitsLeft: tokens.get(name) ?? 0,
        submitsPerMinute,
        pollsPerMinute,
        ...servedBy(name),
        settings,
        hasCredential,
        hasWebhookSecret,
      };
    });
    return { providers };
  }

  /** The models of jobs, and of steps of jobs. */
  private async models(): Promise<ServedModel[]> {
    const now = new Date();
    const { modelProviders, colorModel } = this.config;
    const offered = (await this.published.all())
      .filter(({ entry }) => isOfferedAt(entry, now) && entry.output !== 'colorization')
      .map(({ id }) => id);
    const ids = [...new Set([...offered, ...Object.keys(modelProviders), ...(colorModel ? [colorModel] : [])])];
    return Promise.all(
      ids.map(async (id) => ({
        id,
        providers: await this.published.providersOf(id),
        candidates: await this.selection.candidatesOf(id),
      })),
    );
  }

  private async details(): Promise<Map<string, Details>> {
    const rows = await this.database.query<
      {
        provider: string;
        openedAt: Date | null;
        lastCheckAt: Date | null;
        lastCheckAnswered: boolean;
        fault: string | null;
        facts: ServerFacts | null;
        isCheckPending: boolean;
      }[]
    >(
      `SELECT provider, tripped_at AS "openedAt", last_check_at AS "lastCheckAt", last_check_answered AS "lastCheckAnswered",
              last_check_fault AS fault, last_check_facts AS facts, ${IS_CHECK_PENDING} AS "isCheckPending"
         FROM provider_health`,
    );
    return new Map(
      rows.map(({ provider, openedAt, lastCheckAt, lastCheckAnswered, fault, facts, isCheckPending }) => [
        provider,
        {
          openedAt: openedAt?.toISOString() ?? null,
          lastCheck: lastCheckAt && { at: lastCheckAt.toISOString(), isReachable: lastCheckAnswered, fault, facts },
          isCheckPending,
        },
      ]),
    );
  }

  /** Submissions that the rate limit allows now. */
  private async tokensOf(instances: ProviderInstance[]): Promise<Map<string, number>> {
    const limits = instances.map(({ id, settings }) => ({ name: id, perMinute: settings.submitsPerMinute }));
    const rows: { name: string; tokens: number }[] = await this.database.query(
      `SELECT name, floor(submission_tokens_of(name, "perMinute")) AS tokens
         FROM jsonb_to_recordset($1) AS provider (name text, "perMinute" int)`,
      [JSON.stringify(limits)],
    );
    return new Map(rows.map(({ name, tokens }) => [name, tokens]));
  }

  /** The outcomes of each provider's jobs. */
  private async outcomes(): Promise<Map<string, Outcomes>> {
    const outcomesSince = (span: string) =>
      `jsonb_build_object('succeeded', coalesce(sum(succeeded) FILTER (WHERE at > now() - interval '${span}'), 0),
        'finished', coalesce(sum(succeeded + failed) FILTER (WHERE at > now() - interval '${span}'), 0))`;
    const rows = await this.database.query<({ provider: string } & Outcomes)[]>(
      `SELECT provider, ${outcomesSince('5 minutes')} AS "lastFiveMinutes", ${outcomesSince('1 hour')} AS "lastHour"
         FROM job_rollups WHERE seconds = 60 AND at > now() - interval '1 hour' GROUP BY provider`,
    );
    return new Map(rows.map(({ provider, ...outcomes }) => [provider, outcomes]));
  }

  /** The run times of the hours that touch the last 24 hours. */
  private async runTimes(): Promise<Map<string, Histogram>> {
    const rows = await this.database.query<{ provider: string; runs: StoredHistogram }[]>(
      `SELECT provider, runs FROM job_rollups WHERE seconds = 3600 AND at > now() - interval '25 hours'`,
    );
    const times = new Map<string, Histogram>();
    for (const { provider, runs } of rows) histogramAt(times, provider).add(runs);
    return times;
  }

  /**
   * The outcomes of each provider's jobs in this hour of the previous days. Days before the first job are not
   * counted.
   */
  private async usualHours(): Promise<{ days: number; outcomes: Record<string, typeof NONE> }> {
    const [row] = (await this.database.query(
      `WITH hours AS (
         SELECT date_trunc('hour', now()) - day * interval '24 hours' AS at FROM generate_series(1, ${USUAL_DAYS}) AS day
          WHERE date_trunc('hour', now()) - day * interval '24 hours' >= (SELECT min(at) FROM job_rollups WHERE seconds = 3600)
       ), sums AS (
         SELECT provider, jsonb_build_object('succeeded', sum(succeeded), 'finished', sum(succeeded + failed)) AS outcomes
           FROM job_rollups WHERE seconds = 3600 AND at = ANY (ARRAY(SELECT at FROM hours)) GROUP BY provider)
       SELECT (SELECT count(*)::int FROM hours) AS days,
              (SELECT coalesce(jsonb_object_agg(provider, outcomes), '{}') FROM sums) AS outcomes`,
    )) as [{ days: number; outcomes: Record<string, typeof NONE> }];
    return row;
  }

  /** Reads the job counts, so the cost does not depend on the length of the queue. Jobs at providers have a slot each. */
  private async counts(): Promise<Map<string, { waiting: number; busy: number }>> {
    const rows: { provider: string; waiting: number; busy: number }[] = await this.database.query(
      `SELECT provider, sum(waiting)::int AS waiting, sum(busy)::int AS busy FROM (
         SELECT provider, jobs AS waiting, 0 AS busy FROM job_counts WHERE state = 'pending'
         UNION ALL SELECT provider, 0, 1 FROM requests WHERE dispatched_at IS NOT NULL AND state IN (${statesSql(AT_PROVIDER)})) AS jobs
        GROUP BY provider`,
    );
    return new Map(rows.map(({ provider, ...counts }) => [provider, counts]));
  }
}

function stoppedOf({ state, stateSince, stateReason, stateBy }: ProviderInstance): ProviderOverview['stopped'] {
  if (state === 'on') return null;
  const reason = stateReason ?? 'It has no credential yet';
  return { state, since: stateSince.toISOString(), reason, adminId: stateBy };
}
