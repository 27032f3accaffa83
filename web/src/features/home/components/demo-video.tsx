import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { allowsMotion } from '../../../lib/allows-motion';

/**
 * A silent sample video. It plays while visible unless the user prefers reduced motion or data saving; the controls are
 * always available. Only the poster loads in advance.
 */
export function DemoVideo() {
  const element = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    const video = element.current;
    if (!video || !allowsMotion()) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return video.pause();
        // The browser may block autoplay; the controls remain.
        video.play().catch(() => undefined);
      },
      { threshold: 0.5 },
    );
    observer.observe(video);
    return () => observer.disconnect();
  }, []);

  return (
    <figure>
      <div className="relative overflow-hidden rounded-frame bg-[#04110f] shadow-float">
        <video
          ref={element}
          aria-label={t`Sample video: a country boat on the Brahmaputra at dawn as the camera slowly moves closer`}
          poster="/examples/river.webp"
          width={960}
          height={540}
          controls
          muted
          loop
          playsInline
          preload="none"
          className="aspect-video w-full"
        >
          <source src="/examples/river.mp4" type="video/mp4" />
          <track kind="captions" src="/examples/river.vtt" srcLang="en" label={t`English`} />
        </video>
        <span className="pointer-events-none absolute top-3 left-3 rounded-[0.25rem] bg-[#04110f]/85 px-2 py-0.5 text-label text-[#f4c453] eyebrow">
          {t`Sample`}
        </span>
      </div>
      <figcaption className="mt-3 text-sm text-muted">{t`A silent sample drawn without an AI model. Your video is generated from your own prompt.`}</figcaption>
    </figure>
  );
}
