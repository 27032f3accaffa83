import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { Poll, PollReport } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ProviderHealthService } from '../providers/provider-health.service';
import { QueueSignals } from '../request-state/queue-signals';
import { OutcomeReportsService } from './outcome-reports.service';
import { PollReportsService } from './poll-reports.service';
import { PollsService } from './polls.service';
import { TrackingService } from './tracking.service';

/** Calls by which workers track running tasks and report their outcome. */
@Controller()
export class TrackingController {
  constructor(
    private readonly tracking: TrackingService,
    private readonly polls: PollsService,
    private readonly reports: PollReportsService,
    private readonly outcomes: OutcomeReportsService,
    private readonly health: ProviderHealthService,
    private readonly signals: QueueSignals,
  ) {}

  @OnCall(generationCalls.claimPolls)
  claimPolls(
    input: RequestOf<typeof generationCalls.claimPolls>,
  ): Promise<{ polls: Poll[]; nextPollMs: number | null; checks: string[] }> {
    return this.polls.claim(input);
  }

  @OnCall(generationCalls.recordProviderCheck)
  async recordProviderCheck(
    check: RequestOf<typeof generationCalls.recordProviderCheck>,
  ): Promise<Record<string, never>> {
    if (await this.health.recordCheck(check)) this.signals.jobWaiting();
    return {};
  }

  @OnCall(generationCalls.recordPolls)
  recordPolls({ reports }: { reports: PollReport[] }): Promise<{ refused: string[]; nextPollMs: number | null }> {
    return this.reports.record(reports);
  }

  @OnCall(generationCalls.renewLeases)
  renewLeases(input: RequestOf<typeof generationCalls.renewLeases>): Promise<{ stale: string[] }> {
    return this.tracking.renewLeases(input);
  }

  @OnCall(generationCalls.recordFirstStep)
  recordFirstStep(input: RequestOf<typeof generationCalls.recordFirstStep>): Promise<JobResult> {
    return this.tracking.recordFirstStep(input);
  }

  @OnCall(generationCalls.settleJob)
  settleJob(input: RequestOf<typeof generationCalls.settleJob>): Promise<JobResult> {
    return this.outcomes.record(input);
  }
}
