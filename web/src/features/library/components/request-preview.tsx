import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { useFailedMedia } from '@luit/ui/failed-media';
import { Progress } from '@luit/ui/progress';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { WaitingScene } from '../../../shared/examples/waiting-scene';
import { requestCopy } from '../../../shared/requests/copy';
import { progressText, shownProgress } from '../../../shared/requests/progress';

interface RequestPreviewProps {
  request: RequestView;
  title: string;
  /** Whether the card has keyboard focus, which plays the video like hovering does. */
  isFocused?: boolean;
}

/** The preview of a card: a poster that plays on hover, the progress, or a placeholder for failed requests. */
export function RequestPreview({ request, title, isFocused = false }: RequestPreviewProps) {
  const [isHovered, setHovered] = useState(false);
  const isPlaying = isHovered || isFocused;
  // A failed request may outlive its image, which the browser would show as broken.
  const storedPoster = request.posterUrl ?? (makesVideo(request.type) ? null : request.outputUrl) ?? request.imageUrl;
  const { isFailed, media } = useFailedMedia(storedPoster);
  const poster = isFailed ? null : storedPoster;
  const video = request.videoUrl ?? (makesVideo(request.type) ? request.lateOutput : null);
  return (
    <div
      data-theme="dark"
      className="@container relative isolate aspect-video overflow-hidden bg-[#04110f] text-ink"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {poster && (
        <img {...media} src={poster} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
      )}
      {video && isPlaying && (
        <video
          aria-label={t`Preview of ${title}`}
          src={video}
          autoPlay
          muted
          loop
          playsInline
          className="absolute inset-0 size-full object-cover motion-reduce:hidden"
        />
      )}
      {request.status === 'processing' && (
        <>
          {!poster && request.type !== 'restore' && (
            <WaitingScene seed={request.id} className="absolute inset-0 -z-10" />
          )}
          <div className="absolute inset-x-0 bottom-0 bg-gradient-to-t from-[#04110f]/90 to-transparent p-4 pt-12 @max-[12rem]:p-2">
            <p aria-hidden className="mb-2 text-2xl font-bold tabular-nums @max-[12rem]:mb-1 @max-[12rem]:text-sm">
              {progressText(request)}
            </p>
            <Progress value={shownProgress(request)} label={requestCopy.badges.processing} />
          </div>
        </>
      )}
      {request.status === 'failed' && !poster && (
        <div aria-hidden className="absolute inset-0 grid place-items-center text-[#7b9a97]">
          <ImageOff className="size-8" strokeWidth={1.5} />
        </div>
      )}
    </div>
  );
}
