import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { logFailure } from '../../../lib/log';
import { SIDES } from '../compare-rows';

/** The largest difference between the videos that people do not notice, seconds. */
const MAX_DRIFT = 0.12;
const STEP = 0.1;

/** Two videos with common controls. They are muted, because nobody can listen to both. */
export function PairedVideos({ requests }: { requests: [RequestView, RequestView] }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [duration, setDuration] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const videos = () => [...(frame.current?.querySelectorAll('video') ?? [])];
  const loaded = (video: HTMLVideoElement) => setDuration((known) => Math.max(known, video.duration));

  // A page that the router prepares in the background may have loaded them before it is shown, when events do not reach React.
  useEffect(() => {
    for (const video of frame.current?.querySelectorAll('video') ?? []) {
      if (video.readyState >= HTMLMediaElement.HAVE_METADATA) loaded(video);
      if (video.error) setFailed(true);
    }
  }, []);

  const play = async () => {
    setPlaying(true);
    try {
      await Promise.all(videos().map((video) => video.play()));
    } catch (cause) {
      logFailure('Playing two videos failed', cause);
      setPlaying(false);
    }
  };
  const pause = () => {
    for (const video of videos()) video.pause();
    setPlaying(false);
  };
  const seek = (seconds: number) => {
    for (const video of videos()) video.currentTime = Math.min(seconds, video.duration);
    setTime(seconds);
  };
  /** The longer video sets the time. The other one follows, and waits at its end. */
  const follow = (leader: HTMLVideoElement) => {
    if (leader.duration < duration) return;
    setTime(leader.currentTime);
    for (const video of videos()) {
      const target = Math.min(leader.currentTime, video.duration);
      if (video !== leader && Math.abs(video.currentTime - target) > MAX_DRIFT) video.currentTime = target;
    }
  };
  const restart = (ended: HTMLVideoElement) => {
    if (ended.duration < duration) return;
    seek(0);
    void play();
  };

  return (
    <div ref={frame} className="grid gap-4">
      {hasFailed && (
        <Alert tone="danger">{t`Your browser can’t play one of the videos. Open it to download it.`}</Alert>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {requests.map((request, index) => (
          <figure key={request.id} className="relative overflow-hidden rounded-frame bg-[#04110f]">
            <video
              aria-label={t`Video ${{ side: SIDES[index]! }}`}
              src={request.videoUrl ?? undefined}
              poster={request.posterUrl ?? undefined}
              muted
              playsInline
              preload="auto"
              onLoadedMetadata={({ currentTarget }) => loaded(currentTarget)}
              onTimeUpdate={({ currentTarget }) => follow(currentTarget)}
              onEnded={({ currentTarget }) => restart(currentTarget)}
              onError={() => setFailed(true)}
              className="aspect-video w-full object-contain"
            />
            <figcaption className="absolute top-3 left-3 rounded-control bg-[#04110f]/75 px-2.5 py-1 text-label font-semibold text-white">
              {SIDES[index]}
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          tone="accent"
          icon={isPlaying ? <Pause className="size-4" aria-hidden /> : <Play className="size-4" aria-hidden />}
          onClick={() => (isPlaying ? pause() : void play())}
        >
          {isPlaying ? t`Pause both` : t`Play both`}
        </Button>
        <input
          type="range"
          min={0}
          max={duration}
          step={STEP}
          value={time}
          disabled={duration === 0}
          aria-label={t`Position in both videos`}
          aria-valuetext={t`${{ time: time.toFixed(1) }} of ${{ duration: duration.toFixed(1) }} seconds`}
          onChange={(event) => seek(Number(event.target.value))}
          className="grow accent-accent"
        />
        {duration > 0 && (
          <span aria-hidden className="text-sm whitespace-nowrap text-muted tabular-nums">
            {t`${{ time: time.toFixed(1) }} / ${{ duration: duration.toFixed(1) }} s`}
          </span>
        )}
      </div>
    </div>
  );
}
