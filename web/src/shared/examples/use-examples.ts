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
    // Loaded on demand, because the samples need no code that reads and formats examples.
    import('./load-examples')
      .then(({ loadExamples }) => loadExamples(api, abort.signal))
      .then(setExamples)
      .catch((cause: unknown) => {
        if (!abort.signal.aborted) logFailure('Loading examples failed', cause);
      });
    return () => abort.abort();
  }, [api]);
  return { examples, areSamples: examples === SAMPLES };
}
