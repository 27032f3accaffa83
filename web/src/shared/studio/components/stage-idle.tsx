import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowRight, ImageIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { commandKey } from '../command-key';

interface StageIdleProps {
  /** Whether photos are restored here, rather than videos made. */
  isPhoto?: boolean;
}

/** The stage before anything was started or chosen. */
export function StageIdle({ isPhoto = false }: StageIdleProps) {
  const modifier = commandKey();
  return (
    <div
      data-theme="dark"
      className="relative isolate grid aspect-video content-end overflow-hidden rounded-card p-6 text-ink shadow-card"
    >
      {isPhoto ? <PhotoFrames /> : <VideoScene />}
      <div className="absolute inset-0 -z-10 bg-gradient-to-t from-[#04141a]/92 via-[#04141a]/60 to-[#04141a]/30" />
      <p className="text-title heading">
        {isPhoto ? t`Your restored photo appears here` : t`Your result appears here`}
      </p>
      <p className="mt-1 max-w-xl text-sm text-[#c5d6d3]">{t`You can start several at once. Jobs paid with credits keep running when you leave this page.`}</p>
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-[#c5d6d3] pointer-coarse:hidden">
        <span>
          <Trans>
            <Key>{modifier}</Key> <Key>Enter</Key> generates
          </Trans>
        </span>
        <span>
          <Trans>
            <Key>{modifier}</Key> <Key>K</Key> opens the menu
          </Trans>
        </span>
      </p>
    </div>
  );
}

/** Lazy, because phones hide the stage. */
function VideoScene() {
  return (
    <img
      src="/scenes/city.webp"
      loading="lazy"
      alt=""
      width={1600}
      height={900}
      className="absolute inset-0 -z-20 size-full object-cover"
    />
  );
}

function PhotoFrames() {
  return (
    <div aria-hidden className="absolute inset-0 -z-20 grid place-items-center bg-[#0b2f36] pb-24 text-[#a8c6c4]">
      <div className="flex items-center gap-5">
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
