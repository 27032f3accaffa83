import { clsx } from 'clsx';
import { useState } from 'react';
import { exampleFor, posterOf } from './examples';

/** A decorative picture behind the progress of a video. `seed` chooses it once, so it does not change while one waits. */
export function WaitingScene({ seed, className }: { seed: string; className?: string }) {
  const [example] = useState(() => exampleFor(seed));
  return example && <img src={posterOf(example)} alt="" className={clsx('size-full object-cover', className)} />;
}
