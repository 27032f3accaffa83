import { clsx } from 'clsx';
import { useState } from 'react';
import { sampleFor } from './examples';

/** A decorative picture behind the progress of a video. `seed` chooses it once, so it does not change while one waits. */
export function WaitingScene({ seed, className }: { seed: string; className?: string }) {
  const [sample] = useState(() => sampleFor(seed));
  return sample && <img src={sample.posterUrl} alt="" className={clsx('size-full object-cover', className)} />;
}
