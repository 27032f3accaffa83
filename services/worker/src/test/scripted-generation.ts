import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_OUTPUT_LABEL, type OutputLabel } from '@luit/contracts/generation/output-label';
import type { SealedInstance } from '@luit/contracts/generation/provider-instances';
import type { CallContract } from '@luit/contracts/messages/message';
import type { Poll, PollReport, PollResult } from '@luit/contracts/generation/tracking';

interface Report {
  call: string;
  requestId: string;
  lease?: number;
  [field: string]: unknown;
}

type AnyCall = CallContract<unknown, unknown>;
type Types<Contract extends AnyCall> = NonNullable<Contract['types']>;
type ProviderCheck = Types<typeof generationCalls.recordProviderCheck>['request'];
type OfKind<Kind extends PollResult['kind']> = Extract<PollResult, { kind: Kind }>;

/** The scripted result of a job's polls. */
export type ScriptedPoll = Omit<Poll, 'requestId' | 'lease' | 'correlation'>;

interface TrackedJob {
  poll: ScriptedPoll;
  isClaimed: boolean;
}

/** Between two polls of a job. Milliseconds. */
const POLL_INTERVAL_MS = 20;

/** A fake of generation: tests script the answers of calls and inspect the received ones. */
export class ScriptedGeneration {
  private readonly reports: Report[] = [];
  private readonly answers = new Map<string, (input: never) => unknown>();
  private readonly tracked = new Map<string, TrackedJob>();
  /** Providers that the next claim of polls asks a worker to check. */
  readonly checks: string[] = [];
  /** Reported checks, in order. */
  readonly checked: ProviderCheck[] = [];
  /** Those that workers know within two seconds; null while the call fails. */
  instances: SealedInstance[] | null = [];
  private readonly stale = new Set<string>();
  private readonly reportHooks = new Map<string, (report: PollReport) => void | Promise<void>>();
  private lease = 0;
  /** The label that the worker draws into outputs. */
  outputLabel: OutputLabel = DEFAULT_OUTPUT_LABEL;

  /** Sets the answer to a call about this request; the function may throw. */
  on<Contract extends AnyCall>(
    contract: Contract,
    requestId: string,
    answer: (input: Types<Contract>['request']) => Types<Contract>['response'] | Promise<Types<Contract>['response']>,
  ): void {
    this.answers.set(`${contract.name} ${requestId}`, answer);
  }

  /** Sets the answer to a call without a request id. */
  onAny<Contract extends AnyCall>(
    contract: Contract,
    answer: (input: Types<Contract>['request']) => Types<Contract>['response'],
  ): void {
    this.answers.set(`${contract.name} undefined`, answer);
  }

  /** Grants every claim of this job's poll with a new lease, until it is settled. */
  track(requestId: string, poll: ScriptedPoll): void {
    this.tracked.set(requestId, { poll, isClaimed: false });
  }

  untrack(requestId: string): void {
    this.tracked.delete(requestId);
  }

  isTracked(requestId: string): boolean {
    return this.tracked.has(requestId);
  }

  /** True while a worker holds a poll of this job. */
  isClaimed(requestId: string): boolean {
    return this.tracked.get(requestId)?.isClaimed === true;
  }

  /** Runs before a report about this job is recorded; the function may throw, which fails the whole call. */
  onReport(requestId: string, hook: (report: PollReport) => void | Promise<void>): void {
    this.reportHooks.set(requestId, hook);
  }

  /** From now on all leases of this job are stale, and it is tracked no longer. */
  grantElsewhere(requestId: string): void {
    this.stale.add(requestId);
    this.untrack(requestId);
  }

  /** The reported polls of one kind, oldest first. */
  polls<Kind extends PollResult['kind']>(requestId: string, kind: Kind): OfKind<Kind>[] {
    return this.all(generationCalls.recordPolls, requestId)
      .map(({ result }) => result as PollResult)
      .filter((result): result is OfKind<Kind> => result.kind === kind);
  }

  /** Received calls about a request without lease renewals, oldest first. */
  reportsAbout(requestId: string): Report[] {
    return this.reports.filter(
      (report) => report.requestId === requestId && report.call !== generationCalls.renewLeases.name,
    );
  }

  /** All received calls of one kind about a request. */
  all(contract: { name: string }, requestId: string): Report[] {
    return this.reports.filter((report) => report.requestId === requestId && report.call === contract.name);
  }

  handlers(): Record<string, (input: never) => unknown> {
    const names = Object.values(generationCalls).map((contract) => contract.name);
    return {
      ...Object.fromEntries(names.map((name) => [name, (input: never) => this.handle(name, input)])),
      [generationCalls.recordProviderCheck.name]: (check: ProviderCheck) => {
        this.checked.push(check);
        return {};
      },
      [generationCalls.listSealedInstances.name]: () => {
        if (!this.instances) throw new LuitError('unavailable', 'Generation is not available');
        return { instances: this.instances };
      },
      [generationCalls.getOutputLabel.name]: () => this.outputLabel,
      [generationCalls.claimPolls.name]: ({ limit }: { limit: number }) => this.claimPolls(limit),
      [generationCalls.recordPolls.name]: ({ reports }: { reports: PollReport[] }) => this.recordPolls(reports),
      [generationCalls.renewLeases.name]: ({ leases }: { leases: { requestId: string; lease: number }[] }) =>
        this.renewLeases(leases),
    };
  }

  private claimPolls(limit: number): { polls: Poll[]; nextPollMs: number | null; checks: string[] } {
    const due = [...this.tracked].filter(([, { isClaimed }]) => !isClaimed).slice(0, limit);
    const polls = due.map(([requestId, job]) => {
      job.isClaimed = true;
      return { requestId, lease: ++this.lease, correlation: null, ...job.poll };
    });
    const nextPollMs = this.tracked.size > 0 ? POLL_INTERVAL_MS : null;
    return { polls, nextPollMs, checks: this.checks.splice(0) };
  }

  private async recordPolls(reports: PollReport[]): Promise<{ refused: string[]; nextPollMs: number | null }> {
    for (const report of reports) await this.reportHooks.get(report.requestId)?.(report);
    const refused: string[] = [];
    for (const report of reports) {
      const { requestId, result } = report;
      this.reports.push({ ...report, call: generationCalls.recordPolls.name });
      const job = this.tracked.get(requestId);
      if (job) job.isClaimed = result.kind === 'succeeded';
      if (this.stale.has(requestId)) refused.push(requestId);
    }
    return { refused, nextPollMs: POLL_INTERVAL_MS };
  }

  private renewLeases(leases: { requestId: string; lease: number }[]): { stale: string[] } {
    for (const lease of leases) this.reports.push({ ...lease, call: generationCalls.renewLeases.name });
    return { stale: leases.map(({ requestId }) => requestId).filter((id) => this.stale.has(id)) };
  }

  private async handle(call: string, input: { requestId: string }): Promise<unknown> {
    this.reports.push({ ...input, call });
    const answer = this.answers.get(`${call} ${input.requestId}`);
    try {
      const answered = answer ? await answer(input as never) : undefined;
      const ends: string[] = [generationCalls.settleJob.name, generationCalls.recordLostTask.name];
      if (ends.includes(call)) this.untrack(input.requestId);
      if (answer) return answered;
    } catch (error) {
      const job = this.tracked.get(input.requestId);
      // Generation answers as if the lease had expired meanwhile.
      if (job && !(error instanceof LuitError && error.code === 'unavailable')) job.isClaimed = false;
      throw error;
    }
    return { action: call.startsWith('generation.claim') ? 'none' : 'done' };
  }
}
