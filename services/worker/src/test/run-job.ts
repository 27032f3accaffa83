import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { type SubmissionClaim, submitJob } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { eventually } from '@luit/platform/testing/eventually';
import { newPoll } from './tasks';
import type { WorkerTestApp } from './worker-test-app';

const { claimSubmission, recordSubmission, settleJob } = generationCalls;

/** Has the worker submit a task and collect its output. @returns the provider's id of the task, and the outcome that the worker reported */
export async function runJob(
  app: WorkerTestApp,
  requestId: string,
  task: ProviderTask,
): Promise<{ externalId: string; outcome: unknown }> {
  const claim: SubmissionClaim = { action: 'submit', lease: 1, task, submitWithinMs: 5_000 };
  app.generation.on(claimSubmission, requestId, () => claim);
  app.generation.on(settleJob, requestId, (): JobResult => ({ action: 'done' }));
  await app.enqueue(submitJob, requestId);
  const externalId = await eventually(() => {
    const [report] = app.generation.all(recordSubmission, requestId);
    expect(report).toBeDefined();
    return String(report?.externalId);
  });
  await app.track(requestId, newPoll(task, externalId));
  const outcome = await eventually(() => {
    const [report] = app.generation.all(settleJob, requestId);
    expect(report).toBeDefined();
    return report?.outcome;
  });
  return { externalId, outcome };
}
