import { clsx } from 'clsx';

interface VideoPlayerProps {
  src: string;
  poster?: string | null;
  label: string;
  className?: string;
}

/** The browser's own player in a film frame. Width and height are kept, so that nothing jumps when the video arrives. */
export function VideoPlayer({ src, poster, label, className }: VideoPlayerProps) {
  return (
    <video
      aria-label={label}
      src={src}
      poster={poster ?? undefined}
      controls
      playsInline
      loop
      preload="metadata"
      className={clsx('aspect-video w-full rounded-frame bg-[#04110f]', className)}
    />
  );
}
