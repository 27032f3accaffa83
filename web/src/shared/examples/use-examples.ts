import type { ExampleView } from '@luit/contracts/http/examples';
import { useEffect, useState } from 'react';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';
import { type Example, SAMPLES } from './examples';

/** The examples that operators chose; samples until these are known, and where there are none. */
export function useExamples(): { examples: readonly Example[]; areSamples: boolean } {
  const { api } = useServices();
  const [examples, setExamples] = useState(SAMPLES);
  useEffect(() => {
    const abort = new AbortController();
    const read = async () => {
      // Without a token, which the examples do not depend on.
      const request = { bearer: null, signal: abort.signal };
      const answer = await api.call<{ examples: ExampleView[] }>('/api/examples', request);
      if (answer.examples.length > 0) setExamples(answer.examples.map(toExample));
    };
    read().catch((cause: unknown) => {
      if (!abort.signal.aborted) logFailure('Loading examples failed', cause);
    });
    return () => abort.abort();
  }, [api]);
  return { examples, areSamples: examples === SAMPLES };
}

function toExample({ id, title, prompt, posterUrl, videoUrl, planId, ...view }: ExampleView): Example {
  const { model, duration, resolution, aspectRatio, cameraMotion, style } = view;
  const options = {
    model,
    ...(aspectRatio && { aspectRatio }),
    ...(cameraMotion && { cameraMotion }),
    ...(style && { style }),
  };
  const settings = [`${duration} s`, resolution, aspectRatio].filter(Boolean).join(' · ');
  return { id, title, prompt, posterUrl, videoUrl, planId, options, settings };
}
