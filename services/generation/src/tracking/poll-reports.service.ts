import { generationPushes, generationCalls } from '@luit/contracts/generation/messages';
import type { PollReport } from '@luit/contracts/generation/tracking';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { NO_ESTIMATE, QueueEstimates } from '../estimates/queue-estimates';
import { ProviderHealthService } from '../providers/provider-health.service';
import { logJobChange } from '../request-state/job-log';
import { KnownRows } from '../request-state/known-rows';
import type { LockedRequest } from '../request-state/locked-request';
import { QueueSignals } from '../request-state/queue-signals';
import { RequestLocks } from '../request-state/request-locks';
import { staleLeases } from '../request-state/request-metrics';
import { toRecord } from '../request-state/request-record';
import { type RequestState, TRACKED } from '../request-rows/request-states';
import type { RequestEntity } from '../request-rows/request.entity';
import { unlessMissing } from '../request-state/unless-missing';
import { SettlementService } from '../settlement/settlement.service';
import { type RecordedPoll, recordReports } from './poll-report-statement';
import { ProviderTasks } from '../provider-tasks/provider-tasks';

interface Recorded {
  /** Jobs with a stale lease, and jobs that are no longer tracked. */
  refused: string[];
  /** Milliseconds until the first of the others is polled again; null if none is. */
  nextPollMs: number | null;
}

/** Records what polls of providers found: a whole batch with one statement. */
@Injectable()
export class PollReportsService {
  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly knownRows: KnownRows,
    private readonly estimates: QueueEstimates,
    private readonly signals: QueueSignals,
    private readonly pushes: PushPublisher,
    private readonly health: ProviderHealthService,
    private readonly tasks: ProviderTasks,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Idempotent: a report changes nothing if an earlier report released its lease. */
  @OnCall(generationCalls.recordPolls)
  async record({ reports }: RequestOf<typeof generationCalls.recordPolls>): Promise<Recorded> {
    for (const report of reports) if (hasFoundStrays(report)) await this.recordStrays(report);
    const { leaseMs, pollIntervalMs, providerMaximumMs, giveUpMs } = this.config.limits;
    const limits = { leaseMs, pollIntervalMs, giveUpAfterMs: providerMaximumMs + giveUpMs };
    const recorded = await recordReports(this.database, reports, limits);
    for (const { isCollecting, published } of recorded) {
      if (!isCollecting || !published) continue;
      this.knownRows.keep(published);
      logJobChange(published, 'collecting', { correlation: published.correlation });
    }
    if (recorded.some(({ isCollecting }) => isCollecting)) this.signals.slotReleased();
    await this.publish(recorded.flatMap(({ published }) => published ?? []));
    await this.pause(recorded);
    const known = new Map(recorded.map((poll) => [poll.requestId, poll]));
    for (const report of reports) if (known.get(report.requestId)?.isAbandoned) await this.giveUp(report);
    const refused = reports.map(({ requestId }) => requestId).filter((id) => !known.has(id));
    staleLeases.inc(refused.length);
    const next = recorded.flatMap(({ nextPollMs }) => nextPollMs ?? []);
    return { refused, nextPollMs: next.length > 0 ? Math.min(...next) : null };
  }

  private async publish(rows: RequestEntity[]): Promise<void> {
    const estimates = await this.estimates.of(this.database.manager, rows);
    for (const row of rows) {
      const request = toRecord(row, estimates.get(row.id) ?? NO_ESTIMATE);
      this.pushes.publish(generationPushes.requestUpdated, { request });
    }
  }

  /** A 429 pauses all requests to the provider. */
  private async pause(recorded: RecordedPoll[]): Promise<void> {
    const pauses = new Map<string, number>();
    for (const { polledProvider, pauseMs } of recorded) {
      if (pauseMs !== null) pauses.set(polledProvider, Math.max(pauses.get(polledProvider) ?? 0, pauseMs));
    }
    for (const [provider, pauseMs] of pauses) await this.health.pause(this.database.manager, provider, pauseMs);
  }

  /** Records further tasks of a job, which are rare. */
  private async recordStrays({ requestId, lease, others }: PollReport): Promise<void> {
    const recorded = this.locks.withRequest(requestId, async (request) => {
      if (others && isCurrent(request, lease)) await this.tasks.recordStrayResults(request, others);
    });
    await unlessMissing(recorded, undefined);
  }

  private giveUp({ requestId, lease }: PollReport): Promise<void> {
    return this.locks.withRequest(requestId, async (request) => {
      if (!isCurrent(request, lease)) return;
      const message = 'The provider did not report the end of the task';
      const failure = { kind: 'timeout', code: 'deadline', message } as const;
      await this.settlement.settle(request, { state: 'failed', failure, isAbandoned: true });
    });
  }
}

function isCurrent({ row }: LockedRequest, lease: number): boolean {
  return row.lease === lease && (TRACKED as readonly RequestState[]).includes(row.state);
}

function hasFoundStrays({ others }: PollReport): boolean {
  return others !== undefined && (others.found.length > 0 || others.stopped.length > 0);
}
