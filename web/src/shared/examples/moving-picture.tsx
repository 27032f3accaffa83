import { clsx } from 'clsx';
import { useState } from 'react';
import { allowsMotion } from '../../lib/allows-motion';
import type { Example } from './examples';

interface MovingPictureProps {
  /** Undefined where there is none. */
  example: Pick<Example, 'posterUrl' | 'videoUrl'> | undefined;
  /** Shown where there is no example. */
  initial: string;
  className?: string;
}

/** A small decorative picture, which moves while it is pointed at unless motion or data use is restricted. */
export function MovingPicture({ example, initial, className }: MovingPictureProps) {
  const [isPlaying, setPlaying] = useState(false);
  const fill = 'absolute inset-0 size-full object-cover';
  return (
    <span
      aria-hidden
      onPointerEnter={() => setPlaying(allowsMotion())}
      onPointerLeave={() => setPlaying(false)}
      className={clsx('relative block shrink-0 overflow-hidden bg-[#0b2f36]', className)}
    >
      <span className="grid size-full place-items-center text-lg heading text-[#a8c6c4]">{initial}</span>
      {example && <img src={example.posterUrl} alt="" loading="lazy" decoding="async" className={fill} />}
      {example && isPlaying && (
        <video src={example.videoUrl} tabIndex={-1} autoPlay muted loop playsInline className={fill} />
      )}
    </span>
  );
}
