import { clsx } from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';
import { PageTitle } from '../../../lib/page-title';
import { HistoryStrip } from './history-strip';
import { StageIdle } from './stage-idle';
import { StudioTabs } from './studio-tabs';

interface WorkspaceProps {
  title: string;
  lead: string;
  /** The inputs. They stay usable while a job runs. */
  form: ReactNode;
  /** The running job or the result; null while neither is shown. */
  stage: ReactNode;
  /** Changes when the stage shows something else. */
  stageKey: string;
  /** The request on the stage. */
  shownId: string | null;
  /** Whether photos are restored here, rather than videos made. */
  isPhoto?: boolean;
}

/**
 * The workspace of all generation pages: the inputs on the left, the stage and the history on the right. On narrow screens it is
 * one column, in which the stage replaces the form.
 */
export function Workspace({ title, lead, form, stage, stageKey, shownId, isPhoto }: WorkspaceProps) {
  const formArea = useRef<HTMLDivElement>(null);
  const stageArea = useRef<HTMLDivElement>(null);
  const previousKey = useRef(stageKey);
  useEffect(() => {
    if (previousKey.current === stageKey) return;
    previousKey.current = stageKey;
    // In one column, either of them is hidden, and what replaced it starts at the top.
    if (isHidden(formArea.current) || isHidden(stageArea.current)) window.scrollTo(0, 0);
  }, [stageKey]);
  return (
    <div className="mx-auto w-full max-w-[100rem] px-[clamp(1.125rem,4vw,2.5rem)] pt-6 pb-12 sm:pt-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-title heading sm:text-page">{title}</h1>
      <p className={clsx('mt-1 text-muted', stage && 'max-lg:hidden')}>{lead}</p>
      <div className="mt-5">
        <StudioTabs />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(21rem,27rem)_minmax(0,1fr)] lg:gap-8">
        <div ref={formArea} className={clsx('min-w-0', stage && 'max-lg:hidden')}>
          {form}
        </div>
        <div className="grid min-w-0 gap-6 lg:sticky lg:top-24">
          <div ref={stageArea} className={clsx('min-w-0', !stage && 'max-lg:hidden')}>
            {stage ?? <StageIdle isPhoto={isPhoto} />}
          </div>
          <HistoryStrip shownId={shownId} />
        </div>
      </div>
    </div>
  );
}

function isHidden(element: HTMLElement | null): boolean {
  return element?.offsetParent === null;
}
