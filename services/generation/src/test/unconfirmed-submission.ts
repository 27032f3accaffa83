import { generationCalls } from '@luit/contracts/generation/messages';
import { failure, type GenerationTestApp } from './generation-test-app';

/** Creates a job that its provider may or may not have accepted. */
export async function createUnconfirmed(app: GenerationTestApp): Promise<{ id: string; userId: string }> {
  const { id, userId } = await app.create();
  const claim = await app.claimSubmission(id);
  if (claim.action !== 'submit') throw new Error(`Expected to submit, got ${claim.action}`);
  const report = { requestId: id, lease: claim.lease, result: 'unknown', failure: failure() } as const;
  await app.call(generationCalls.recordSubmissionFailure, report);
  return { id, userId };
}
