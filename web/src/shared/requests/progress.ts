import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';

/** The stage of a generation as known to this page. `waiting`: accepted, and not yet at the provider. */
export type Stage = 'idle' | 'starting' | 'accepted' | 'waiting' | RequestView['status'];

const MINIMUMS: Record<Stage, number> = {
  idle: 0,
  starting: 10,
  accepted: 25,
  waiting: 25,
  processing: 50,
  completed: 100,
  failed: 0,
};

/**
 * The percentage to show: 10 at start, 25 once accepted, 50 while processing, 100 when completed, 0 when failed. These are
 * minimums: the provider's progress moves it between 50 and 99, and it never decreases while the job runs.
 */
export function nextProgress(shown: number, stage: Stage, reported = 0): number {
  const minimum = MINIMUMS[stage];
  if (stage === 'idle' || stage === 'failed' || stage === 'completed') return minimum;
  const measured = stage === 'processing' ? Math.min(99, Math.max(minimum, Math.round(reported))) : minimum;
  return Math.max(shown, measured);
}

type Progressing = Pick<RequestView, 'status' | 'jobStatus' | 'progress'>;

export function stageOf({ status, jobStatus }: Omit<Progressing, 'progress'>): Stage {
  return status === 'processing' && jobStatus === 'pending' ? 'waiting' : status;
}

/** The percentage of a request, the same in every list and on every page that shows it; null while it waits, because nothing progresses. */
export function shownProgress(request: Progressing): number | null {
  const stage = stageOf(request);
  return stage === 'waiting' ? null : nextProgress(0, stage, request.progress);
}

/** The progress of an unfinished request in words. */
export function progressText(request: Progressing): string {
  const progress = shownProgress(request);
  return progress === null ? t`In line` : `${progress}%`;
}

const STEPS = [MINIMUMS.starting, MINIMUMS.accepted, MINIMUMS.processing];

/** The next percentage toward `target`, without skipping a step. */
export function stepToward(shown: number, target: number): number {
  return STEPS.find((step) => step > shown && step < target) ?? target;
}
