import { clsx } from 'clsx';
import { VideoOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button';

interface VideoPlayerProps {
  src: string;
  poster?: string | null;
  label: string;
  className?: string;
  /** Said where the browser cannot play it, or the file did not arrive. */
  failure?: string;
}

const FAILURE = 'Your browser can’t play this video. Download it to watch it in another player.';
const FRAME = 'aspect-video w-full rounded-frame bg-[#04110f]';

/** The browser's own player in a film frame. Width and height are kept, so that nothing jumps when the video arrives. */
export function VideoPlayer({ src, poster, label, className, failure = FAILURE }: VideoPlayerProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === src) {
    return (
      <div
        role="alert"
        data-theme="dark"
        className={clsx(
          FRAME,
          'grid place-content-center justify-items-center gap-3 p-6 text-center text-ink',
          className,
        )}
      >
        <VideoOff className="size-8 text-muted" strokeWidth={1.6} aria-hidden />
        <p className="max-w-[20.5em] text-sm font-medium">{failure}</p>
        <Button tone="secondary" size="sm" onClick={() => setFailed(null)}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <video
      aria-label={label}
      src={src}
      poster={poster ?? undefined}
      controls
      playsInline
      loop
      preload="metadata"
      onError={() => setFailed(src)}
      className={clsx(FRAME, className)}
    />
  );
}
