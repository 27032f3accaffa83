import { useEffect, useState } from 'react';
import { nextProgress, type Stage, stepToward } from '../../shared/requests/progress';

/** Minimum display time of each progress step, and of the last step before the video. */
const STEP_MS = 120;
const LAST_STEP_MS = 400;

/**
 * The displayed percentage, which steps through all stages of a job seen running on this page. `isFinished` is set after the
 * last step was displayed. Jobs that finished before the page loaded skip the steps.
 *
 * @param subject the order or request on the stage; another one starts over
 */
export function useProgress(
  subject: string | null,
  stage: Stage,
  reported: number | undefined,
  isStartedHere: boolean,
): { progress: number; isFinished: boolean } {
  const [shown, setShown] = useState(0);
  const [isTracked, setTracked] = useState(false);
  const [isLastStepShown, setLastStepShown] = useState(false);
  const [shownSubject, setShownSubject] = useState(subject);
  if (shownSubject !== subject) {
    setShownSubject(subject);
    setShown(0);
    setTracked(false);
    setLastStepShown(false);
  }
  const target = nextProgress(shown, stage, reported);
  if (!isTracked && (isStartedHere || stage === 'waiting' || stage === 'processing')) setTracked(true);
  if (stage === 'idle' && (isTracked || isLastStepShown)) {
    setTracked(false);
    setLastStepShown(false);
  }

  useEffect(() => {
    if (shown === target) return;
    const next = isTracked ? stepToward(shown, target) : target;
    const timer = setTimeout(() => setShown(next), shown === 0 || target === 0 ? 0 : STEP_MS);
    return () => clearTimeout(timer);
  }, [shown, target, isTracked]);

  useEffect(() => {
    if (stage !== 'completed' || shown < target) return;
    const timer = setTimeout(() => setLastStepShown(true), LAST_STEP_MS);
    return () => clearTimeout(timer);
  }, [stage, shown, target]);

  return { progress: shown, isFinished: stage === 'completed' && (!isTracked || isLastStepShown) };
}
