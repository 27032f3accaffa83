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

/** @returns what the server calls the image */
type Upload = (name: string, uri: string) => Promise<VendorImage>;

/**
 * Uploads the images of a submission, and fills its graph.
 *
 * @returns the graph, or the result of the submission if the route has none or an upload fails: nothing was created
 */
export async function graphInput(submission: Submission, upload: Upload): Promise<GraphInput | SubmitResult> {
  const images = await uploadImages(submission, upload);
  if ('failure' in images) return images;
  const { route, model } = submission.task;
  if (!route?.workflow) return { result: 'rejected', failure: failure('provider', 'model_not_configured', model) };
  const graph = inputOf(submission, route, images);
  const filled = Object.values(route.fields).flatMap((mapping) => (mapping ? vendorFieldsOf(mapping) : []));
  return { graph, filled, outputNode: route.workflow.outputNode };
}

async function uploadImages(
  { task, image, lastImage = null }: Submission,
  upload: Upload,
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
