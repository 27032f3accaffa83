import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ImageIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { allowsMotion } from '../../../lib/allows-motion';
import { useServices } from '../../../lib/services';
import type { Example } from '../../examples/examples';
import { examplesQuery } from '../../examples/examples-query';
import { commandKey } from '../command-key';

interface StageIdleProps {
  /** Whether photos are restored here, rather than videos made. */
  isPhoto?: boolean;
  /** Fills the form with a featured example; left out where no video is made. */
  onUse?: ((example: Example) => void) | undefined;
}

/** The stage before anything was started or chosen: a video that operators feature with its prompt, or a drawn scene. */
export function StageIdle({ isPhoto = false, onUse }: StageIdleProps) {
  const { api } = useServices();
  const { data: examples } = useQuery({ ...examplesQuery(api), enabled: onUse !== undefined });
  // Drawn samples have no settings.
  const featured = onUse && examples?.find(({ settings }) => settings);
  const modifier = commandKey();
  return (
    <div
      data-theme="dark"
      className="relative isolate grid aspect-video content-end overflow-clip rounded-card p-6 text-ink shadow-card lg:aspect-auto lg:h-full"
    >
      {isPhoto ? <PhotoFrames /> : <VideoScene example={featured} />}
      <div className="absolute inset-0 -z-10 bg-gradient-to-t from-[#04141a]/92 via-[#04141a]/60 to-[#04141a]/10" />
      {featured ? (
        <>
          <p className="text-sm text-[#c5d6d3] tabular-nums">{featured.settings}</p>
          <p dir="auto" className="mt-1 line-clamp-3 max-w-3xl text-lg font-semibold wrap-anywhere">
            {featured.prompt}
          </p>
          <Button tone="secondary" className="mt-4 justify-self-start" onClick={() => onUse?.(featured)}>
            {t`Use this prompt`}
          </Button>
        </>
      ) : (
        <>
          <p className="text-title heading">
            {isPhoto ? t`Your restored photo appears here` : t`Your result appears here`}
          </p>
          <p className="mt-1 max-w-xl text-sm text-[#c5d6d3]">{t`You can start several at once. Jobs paid with credits keep running when you leave this page.`}</p>
          <p className="mt-4 text-sm text-[#c5d6d3] pointer-coarse:hidden">
            <Trans>
              <Key>{modifier}</Key> <Key>K</Key> opens the menu
            </Trans>
          </p>
        </>
      )}
    </div>
  );
}

function VideoScene({ example }: { example: Example | undefined }) {
  const fill = 'absolute inset-0 -z-20 size-full object-cover';
  if (example && allowsMotion())
    return (
      <video
        aria-hidden
        tabIndex={-1}
        src={example.videoUrl}
        poster={example.posterUrl}
        autoPlay
        muted
        loop
        playsInline
        className={fill}
      />
    );
  return <img src={example?.posterUrl ?? '/scenes/city.webp'} loading="lazy" alt="" className={fill} />;
}

function PhotoFrames() {
  return (
    <div aria-hidden className="absolute inset-0 -z-20 grid place-items-center bg-[#0b2f36] pb-24 text-[#a8c6c4]">
      <div className="flex items-center gap-5 max-md:hidden">
        <ImageIcon className="size-16 opacity-45" strokeWidth={1.1} />
        <ArrowRight className="size-6" strokeWidth={1.5} />
        <ImageIcon className="size-20" strokeWidth={1.1} />
      </div>
    </div>
  );
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-frame border border-[#61797b] px-1.5 font-sans text-label text-ink">
      {children}
    </kbd>
  );
}
