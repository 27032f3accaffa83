import { queryOptions, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useServices } from '../../lib/services';
import { type Example, SAMPLES, exampleFor } from './examples';
import type { ApiClient } from '../../lib/api-client';
import { loadExamples } from './load-examples';

/** Much shorter than the links of the examples are valid. */
const STALE_AFTER_MS = 5 * 60_000;

export function examplesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['examples'],
    queryFn: ({ signal }) => loadExamples(api, signal),
    staleTime: STALE_AFTER_MS,
  });
}

/**
 * The poster of an example as a decorative picture behind the progress of a video. `seed` chooses it once, so it does not
 * change while one waits.
 */
export function WaitingScene({ seed, className }: { seed: string; className?: string }) {
  const { api } = useServices();
  const { data, failureCount } = useQuery(examplesQuery(api));
  const examples = data ?? (failureCount > 0 ? SAMPLES : undefined);
  const [scene, setScene] = useState<Example>();
  if (!scene && examples) setScene(exampleFor(examples, seed));
  return scene && <img src={scene.posterUrl} alt="" className={clsx('size-full object-cover', className)} />;
}
