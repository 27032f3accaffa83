import type { VendorImage } from '@luit/contracts/generation/catalog/vendor-input';
import { vendorFieldsOf } from '@luit/contracts/generation/catalog/vendor-input';
import { ProviderReadError, type Submission, type SubmitResult } from './engine';
import { failure } from './failures';
import { inputOf, taskIdOf, type UploadedImages } from './submission-input';

interface GraphInput {
  graph: Record<string, unknown>;
  /** The inputs that Luit fills, as `node.input`. */
  filled: string[];
  outputNode: string | undefined;
}

/** The graph of a submission, or its rejection if the route has none. */
export function submissionInput(submission: Submission, images: UploadedImages): GraphInput | SubmitResult {
  const { route, model } = submission.task;
  if (!route?.workflow) return { result: 'rejected', failure: failure('provider', 'model_not_configured', model) };
  const graph = inputOf(submission, route, images);
  const filled = Object.values(route.fields).flatMap((mapping) => (mapping ? vendorFieldsOf(mapping) : []));
  return { graph, filled, outputNode: route.workflow.outputNode };
}

/**
 * Uploads the images of a submission.
 *
 * @param upload returns what the server calls the image
 * @returns the result of the submission if that fails: nothing was created
 */
export async function uploadImages(
  { task, image, lastImage = null }: Submission,
  upload: (name: string, uri: string) => Promise<VendorImage>,
): Promise<UploadedImages | Extract<SubmitResult, { failure: object }>> {
  const name = taskIdOf(task.clientRef);
  try {
    return {
      image: image === null ? null : await upload(`${name}-first`, image),
      lastImage: lastImage === null ? null : await upload(`${name}-last`, lastImage),
    };
  } catch (error) {
    if (!(error instanceof ProviderReadError)) throw error;
    const { failure: reason, retryAfterMs } = error;
    const isRefused = /^http_(400|401|403|413|415|422)$/.test(reason.code);
    return { result: isRefused ? 'rejected' : 'retry', failure: reason, ...(retryAfterMs && { retryAfterMs }) };
  }
}
