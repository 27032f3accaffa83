import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { failure, type GenerationTestApp } from './generation-test-app';

/** A job that a worker is submitting. */
interface ClaimedJob {
  id: string;
  lease: number;
  provider: string;
}

/** Steps of workers with failing providers. */
export class ProviderSteps {
  constructor(private readonly app: GenerationTestApp) {}

  /** A new job that a worker has claimed for its submission. */
  async claimed(model = 'seedance'): Promise<ClaimedJob> {
    const { id } = await this.app.create({ model });
    const claim = await this.app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(`Expected to submit, got ${claim.action}`);
    return { id, lease: claim.lease, provider: claim.task.provider };
  }

  async accept({ id, lease }: ClaimedJob): Promise<void> {
    await this.app.call(generationCalls.recordSubmission, { requestId: id, lease, externalId: `task-${id}` });
  }

  fail(
    { id, lease }: Pick<ClaimedJob, 'id' | 'lease'>,
    result: 'retry' | 'unknown' | 'rejected' = 'unknown',
    what = failure(),
    retryAfterMs?: number,
  ): Promise<JobResult> {
    const report = { requestId: id, lease, result, failure: what, retryAfterMs };
    return this.app.call(generationCalls.recordSubmissionFailure, report);
  }

  /** Lets three jobs fail, which opens the circuit breaker of their provider if its limit is three. */
  async trip(): Promise<void> {
    const jobs = [await this.claimed(), await this.claimed(), await this.claimed()];
    for (const job of jobs) await this.fail(job);
  }

  async overviewOf(name: string): Promise<ProviderOverview | undefined> {
    const { providers } = await this.app.call(generationCalls.listProviders, {});
    return providers.find((provider) => provider.name === name);
  }

  endOpenTime(): Promise<unknown> {
    return this.app.database.query(`UPDATE provider_health SET open_until = now()`);
  }
}
