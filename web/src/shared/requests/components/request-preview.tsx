import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { useFailedMedia } from '@luit/ui/failed-media';
import { Progress } from '@luit/ui/progress';
import { clsx } from 'clsx';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { requestCopy } from '../copy';
import { progressText, shownProgress } from '../progress';

interface RequestPreviewProps {
  request: RequestView;
  title: string;
  /** Whether the keyboard focus is on it, which plays the video like hovering does. */
  isFocused?: boolean;
  /** Called with the width to height of the picture, once it is known. */
  onMeasure?: (request: RequestView, ratio: number) => void;
  /** Whether it is too small for more than a bar and a few words. */
  isCompact?: boolean;
  className?: string;
}

/** A request as a picture without texts around it: a poster that plays on hover, the progress, or the words of what has no picture. */
export function RequestPreview({ request, title, isFocused = false, ...rest }: RequestPreviewProps) {
  const { onMeasure, isCompact = false, className } = rest;
  const [isHovered, setHovered] = useState(false);
  const isPlaying = isHovered || isFocused;
  // A failed request may outlive its image, which the browser would show as broken.
  const stored = request.posterUrl ?? (makesVideo(request.type) ? null : request.outputUrl) ?? request.imageUrl;
  const { isFailed, media } = useFailedMedia(stored);
  const poster = isFailed ? null : stored;
  const video = request.videoUrl ?? (makesVideo(request.type) ? request.lateOutput : null);
  const isRunning = request.status === 'processing';
  return (
    <div
      data-theme="dark"
      className={clsx('@container relative isolate overflow-hidden bg-[#0b2f36] text-ink', className)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {poster && (
        <img
          {...media}
          src={poster}
          alt=""
          loading="lazy"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (naturalWidth > 0 && naturalHeight > 0) onMeasure?.(request, naturalWidth / naturalHeight);
          }}
          className={clsx('absolute inset-0 size-full object-contain', isRunning && 'opacity-60')}
        />
      )}
      {!poster && <WordsOf request={request} isCompact={isCompact} />}
      {video && isPlaying && (
        <video
          aria-label={t`Preview of ${title}`}
          src={video}
          autoPlay
          muted
          loop
          playsInline
          className="absolute inset-0 size-full object-contain motion-reduce:hidden"
        />
      )}
      {isRunning && (
        // A list of these says the progress in the name of each.
        <div
          aria-hidden={isCompact || undefined}
          className="absolute inset-x-0 bottom-0 bg-gradient-to-t from-[#04110f]/90 to-transparent p-3 pt-10 @max-[12rem]:p-1.5"
        >
          <p aria-hidden className="mb-1 text-sm font-semibold tabular-nums @max-[12rem]:text-label">
            {progressText(request)}
          </p>
          <Progress value={shownProgress(request)} label={requestCopy.badges.processing} className="h-1.5!" />
        </div>
      )}
    </div>
  );
}

/** Stands for a picture that does not exist yet, or never will. */
function WordsOf({ request: { prompt, status }, isCompact }: { request: RequestView; isCompact: boolean }) {
  if (!prompt) {
    return (
      <div aria-hidden className="absolute inset-0 grid place-items-center text-[#7b9a97]">
        {status !== 'processing' && <ImageOff className="size-8 max-w-1/2" strokeWidth={1.5} />}
      </div>
    );
  }
  return (
    <p
      aria-hidden
      dir="auto"
      className={clsx(
        'absolute inset-x-0 top-0 leading-snug font-medium wrap-anywhere text-[#c5d6d3]',
        isCompact
          ? 'mx-1.5 mt-1.5 line-clamp-2 text-label leading-tight! max-sm:line-clamp-1'
          : 'mx-4 mt-10 line-clamp-3 text-base @max-[12rem]:mx-2 @max-[12rem]:mt-8 @max-[12rem]:text-label @min-[24rem]:text-lg',
      )}
    >
      {prompt}
    </p>
  );
}
