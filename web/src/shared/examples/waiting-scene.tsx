import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useServices } from '../../lib/services';
import { type Example, exampleFor, SAMPLES } from './examples';
import { examplesQuery } from './examples-query';

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
