import type { RequestView } from '@luit/contracts/http/requests';

/** Where a generation stands, as far as this page knows. */
export type Stage = 'idle' | 'starting' | 'accepted' | RequestView['status'];

const FLOORS: Record<Stage, number> = {
  idle: 0,
  starting: 10,
  accepted: 25,
  processing: 50,
  completed: 100,
  failed: 0,
};

/**
 * The percent to show: 10 at start, 25 once accepted, 50 while processing, 100 completed, 0 failed. These are floors;
 * a provider's own progress moves between 50 and 99, and it never goes back while the work lasts.
 */
export function nextProgress(shown: number, stage: Stage, reported = 0): number {
  const floor = FLOORS[stage];
  if (stage === 'idle' || stage === 'failed' || stage === 'completed') return floor;
  const measured = stage === 'processing' ? Math.min(99, Math.max(floor, Math.round(reported))) : floor;
  return Math.max(shown, measured);
}

const STEPS = [FLOORS.starting, FLOORS.accepted, FLOORS.processing];

/** The next percent on the way to `target`: however fast the work goes, no step is passed over. */
export function stepToward(shown: number, target: number): number {
  return STEPS.find((step) => step > shown && step < target) ?? target;
}

export type StepState = 'done' | 'current' | 'upcoming';

/**
 * How the steps of a generation stand at that percent: placed, held, rendered, ready. A step is done only once the work
 * is past it, so that nothing that still waits or renders is ticked.
 */
export function stepStates(progress: number): StepState[] {
  const current = progress >= FLOORS.completed ? 4 : progress >= FLOORS.accepted ? 2 : 0;
  return [0, 1, 2, 3].map((step) => (step < current ? 'done' : step === current ? 'current' : 'upcoming'));
}

/** What the steps are called: a job in the queue does not render yet, and a direct payment holds no credits. */
export function stepNames({ isWaiting, isPaidDirectly }: { isWaiting: boolean; isPaidDirectly: boolean }): string[] {
  return [
    'Order placed',
    isPaidDirectly ? 'Payment received' : 'Credits held',
    isWaiting ? 'In queue' : 'Rendering',
    'Ready',
  ];
}
