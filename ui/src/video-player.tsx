import { clsx } from 'clsx';
import { VideoOff } from 'lucide-react';
import { Button } from './button';
import { useFailedMedia } from './failed-media';
import { uiTexts } from './texts';

interface VideoPlayerProps {
  src: string;
  poster?: string | null;
  label: string;
  className?: string;
  /** Shown if the browser cannot load or play the video. */
  failure?: string;
}

const FRAME = 'aspect-video w-full rounded-frame bg-[#04110f]';

/** The native video player. A fixed aspect ratio prevents layout shift while the video loads. */
export function VideoPlayer({ src, poster, label, className, failure = uiTexts.videoFailed }: VideoPlayerProps) {
  const { isFailed, retry, media } = useFailedMedia(src);
  if (isFailed) {
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
        <Button tone="secondary" size="sm" onClick={retry}>
          {uiTexts.tryAgain}
        </Button>
      </div>
    );
  }
  return (
    <video
      {...media}
      aria-label={label}
      src={src}
      poster={poster ?? undefined}
      controls
      playsInline
      loop
      preload="metadata"
      className={clsx(FRAME, className)}
    />
  );
}
