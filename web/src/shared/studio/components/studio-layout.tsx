import { useEffect, useRef, type ReactNode } from 'react';
import { PageTitle } from '../../../lib/page-title';
import { StudioTabs } from './studio-tabs';

interface StudioLayoutProps {
  title: string;
  /**
   * What is made or was made, with its actions. On wide screens it gets the height that the rest leaves: a child with `lg:h-full`
   * fills it, and `cqw` and `cqh` measure it. On narrow screens it is as high as its content.
   */
  stage: ReactNode;
  /** Changes when the stage shows something else. */
  stageKey: string;
  /** One row below the stage. */
  filmstrip: ReactNode;
  /** A column beside the stage on wide screens; null while closed. */
  details?: ReactNode;
  /** Docked at the bottom. It stays usable while a job runs. */
  composer: ReactNode;
}

/** The studio on one screen: the stage with its details, the filmstrip and the docked composer. */
export function StudioLayout({ title, stage, stageKey, filmstrip, details, composer }: StudioLayoutProps) {
  const previousKey = useRef(stageKey);
  useEffect(() => {
    if (previousKey.current === stageKey) return;
    previousKey.current = stageKey;
    window.scrollTo(0, 0);
  }, [stageKey]);
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-1 flex-col gap-3 px-[clamp(1.125rem,4vw,2.5rem)]">
      <PageTitle>{title}</PageTitle>
      <h1 className="sr-only">{title}</h1>
      <StudioTabs />
      <div className="flex min-h-0 gap-6 lg:flex-1">
        {/* Focusable, because it scrolls on low screens. */}
        <div
          data-stage
          role="region"
          aria-label={title}
          tabIndex={0}
          className="min-w-0 flex-1 lg:[container-type:size] lg:min-h-72 lg:overflow-y-auto"
        >
          {stage}
        </div>
        {details && <aside className="w-80 shrink-0 max-lg:hidden">{details}</aside>}
      </div>
      <div className="min-w-0">{filmstrip}</div>
      <div data-composer className="sticky bottom-0 z-20 -mx-2 mt-auto min-w-0 rounded-t-card bg-canvas px-2 pb-3">
        {composer}
      </div>
    </div>
  );
}
