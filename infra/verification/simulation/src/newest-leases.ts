import { generationCalls } from '@luit/contracts/generation/messages';

const { claimPolls, claimSubmission, recordNotFound, recordSubmissionFailure, settleJob } = generationCalls;
/** Reports that change a job. The report of a submission also succeeds if its task is known already. */
const REPORTS: readonly string[] = [recordNotFound, recordSubmissionFailure, settleJob].map(({ name }) => name);

interface Lease {
  requestId: string;
  lease: number;
}

/** The newest lease of each job that a worker received. A report under an older lease must change nothing. */
export class NewestLeases {
  private readonly newest = new Map<string, number>();

  isOutdatedReport(call: string, request: unknown): boolean {
    if (!REPORTS.includes(call)) return false;
    const { requestId, lease } = request as Lease;
    return lease < (this.newest.get(requestId) ?? 0);
  }

  /** @param answer of a call that may have granted leases */
  learn(call: string, request: unknown, answer: unknown): void {
    if (call === claimSubmission.name)
      this.add({ ...(request as Lease), lease: (answer as Partial<Lease>).lease ?? 0 });
    if (call === claimPolls.name) (answer as { polls: Lease[] }).polls.forEach((poll) => this.add(poll));
  }

  private add({ requestId, lease }: Lease): void {
    this.newest.set(requestId, Math.max(lease, this.newest.get(requestId) ?? 0));
  }
}
