import { NO_KEY } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure, StrayResults } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome, Poll, PollResult } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { readCorrelation, withCorrelation } from '@luit/platform/tracing/correlation';
import { continueTrace, inSpan } from '@luit/platform/tracing/tracing';
import { SpanKind } from '@opentelemetry/api';
import { Injectable, Logger } from '@nestjs/common';
import { type HeldLease, Leases } from '../leases/leases';
import { ProviderReadError, type TaskStatus } from '@luit/engines/engine';
import type { Provider } from '../providers/provider';
import { Providers } from '../providers/providers';
import { OutputCollector } from './output-collector';
import { PollReports } from './poll-reports';
import { StrayTasksService } from './stray-tasks.service';

const TRACED = { kind: SpanKind.CONSUMER, attributes: {} };
const DONE: JobResult = { action: 'done' };

/** Polls a provider's task once and reports the result. */
@Injectable()
export class TrackingService {
  private readonly log = new Logger(TrackingService.name);

  constructor(
    private readonly leases: Leases,
    private readonly providers: Providers,
    private readonly strayTasks: StrayTasksService,
    private readonly reports: PollReports,
    private readonly collector: OutputCollector,
  ) {}

  /**
   * Continues the trace of the request that the job belongs to.
   *
   * @param claimedAt when the lease was granted, or a little earlier, on the clock of `performance.now()`
   */
  async poll(poll: Poll, claimedAt: number): Promise<void> {
    const { correlationId, traceparent } = readCorrelation(poll.correlation);
    const hold = () =>
      this.leases.hold(poll.requestId, poll.lease, (held) => {
        held.confirm(claimedAt);
        return this.read(held, poll);
      });
    await withCorrelation(correlationId, () => continueTrace(traceparent, () => inSpan('poll', TRACED, hold)));
  }

  private async read(held: HeldLease, poll: Poll): Promise<JobResult> {
    const { task, externalId, others } = poll;
    const provider = await this.providers.find(task.provider);
    if (!provider) {
      const failure = failed('provider', NO_KEY, task.provider);
      return this.record(held, { kind: 'failed', failure });
    }
    const strays = await this.strayTasks.cancel(held, provider, task, others, externalId);
    const end = strays.end ?? (await this.strayTasks.signedEnd(held, provider, poll));
    if (end) return this.handle(held, poll, end, strays.results);
    let status: TaskStatus;
    try {
      status = await this.status(held, poll, provider);
    } catch (error) {
      if (!(error instanceof ProviderReadError) || held.signal.aborted) throw error;
      const { failure, retryAfterMs } = error;
      return this.record(held, { kind: 'failed', failure, retryAfterMs }, strays.results);
    }
    return this.handle(held, poll, status, strays.results);
  }

  /** Reads the status. If the task should stop, it requests a cancel and reads again: only the provider ends a task. */
  private async status(held: HeldLease, poll: Poll, provider: Provider): Promise<TaskStatus> {
    const { externalId, cancelRequested, isPastDeadline } = poll;
    const status = await provider.get(externalId, held.signal);
    if (!isRunning(status) || (!cancelRequested && !isPastDeadline)) return status;
    const result = await provider.cancel(externalId, held.signal);
    this.log.log({ msg: 'Requested a cancellation', requestId: held.requestId, cancelRequested, result });
    return provider.get(externalId, held.signal);
  }

  private handle(
    held: HeldLease,
    poll: Poll,
    { state, progress, failure, ...source }: TaskStatus,
    others?: StrayResults,
  ): Promise<JobResult> {
    switch (state) {
      case 'queued':
      case 'running':
        return this.record(held, { kind: 'running', progress }, others);
      case 'succeeded':
        return this.collector.collect(held, poll, source, others);
      case 'failed':
      case 'expired':
        return this.settle(held, { kind: 'failed', failure: failure ?? failed('provider', state, '') }, others);
      case 'canceled':
        return this.settle(held, canceledOutcome(poll), others);
      case 'lost':
        // It has ended, whoever asked for that.
        if (poll.cancelRequested || poll.isPastDeadline) return this.settle(held, canceledOutcome(poll), others);
        return this.reportLost(held, failure ?? failed('provider', state, ''), others);
    }
  }

  private async record(held: HeldLease, result: PollResult, others?: StrayResults): Promise<JobResult> {
    await this.reports.record(held, result, others);
    return DONE;
  }

  private reportLost(held: HeldLease, failure: ProviderFailure, others?: StrayResults): Promise<JobResult> {
    this.log.warn({ msg: 'The server forgot the task', requestId: held.requestId, code: failure.code });
    return held.report(generationCalls.recordLostTask, { failure, others });
  }

  private settle(held: HeldLease, outcome: JobOutcome, others?: StrayResults): Promise<JobResult> {
    return held.report(generationCalls.settleJob, { outcome, others });
  }
}

function isRunning({ state }: TaskStatus): boolean {
  return state === 'queued' || state === 'running';
}

/** The task was canceled for its owner, at its deadline, or by the provider. */
function canceledOutcome({ cancelRequested, isPastDeadline }: Poll): JobOutcome {
  if (cancelRequested) return { kind: 'canceled' };
  const failure = isPastDeadline
    ? failed('timeout', 'deadline', 'Canceled at its deadline')
    : failed('provider', 'canceled', 'The provider canceled the task');
  return { kind: 'failed', failure };
}

function failed(kind: ProviderFailure['kind'], code: string, message: string): ProviderFailure {
  return { kind, code, message };
}
