import type { ExampleView } from '@luit/contracts/http/examples';
import type { ApiClient } from '../../lib/api-client';
import { formatCredits, formatSeconds } from '../../lib/format';
import { type Example, SAMPLES } from './examples';

/** Returns the examples that operators chose, or the samples if they chose none. @throws ApiError */
export async function loadExamples(api: ApiClient, signal: AbortSignal): Promise<readonly Example[]> {
  // The call has no token, because the examples do not depend on who asks.
  const answer = await api.call<{ examples: ExampleView[] }>('/api/examples', { bearer: null, signal });
  return answer.examples.length > 0 ? answer.examples.map(toExample) : SAMPLES;
}

function toExample({ id, title, prompt, posterUrl, videoUrl, planId, ...view }: ExampleView): Example {
  const { model, modelName, credits, duration, resolution, aspectRatio, cameraMotion, style } = view;
  const options = {
    ...{ model, duration, resolution },
    ...(aspectRatio && { aspectRatio }),
    ...(cameraMotion && { cameraMotion }),
    ...(style && { style }),
  };
  const settings = [modelName, formatSeconds(duration), resolution, aspectRatio, formatCredits(credits)]
    .filter(Boolean)
    .join(' · ');
  return { id, title, prompt, posterUrl, videoUrl, planId, options, settings };
}
