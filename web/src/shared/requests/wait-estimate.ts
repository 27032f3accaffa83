import type { RequestView } from '@luit/contracts/http/requests';
import { requestCopy } from './copy';
import { formatDuration } from '../../lib/format';

/** The time left in words; null if unknown, such as in the queue while jobs are paused. */
export function timeLeft(request: RequestView, isWaitUnknown: boolean): string | null {
  if (request.isLongerThanUsual) return requestCopy.longerThanUsual;
  if (request.etaSeconds === null || (request.jobStatus === 'pending' && isWaitUnknown)) return null;
  return requestCopy.eta(formatDuration(request.etaSeconds));
}

/** The queue position and estimated time left of a request, as far as known. */
export function waitEstimate(request: RequestView, isWaitUnknown: boolean): string[] {
  const { jobStatus, queuePosition } = request;
  return [
    jobStatus === 'pending' && queuePosition !== null && requestCopy.queue(queuePosition),
    timeLeft(request, isWaitUnknown),
  ].filter((text) => typeof text === 'string');
}

/** The upper end of the time that the progress page states, seconds. */
const STATED_SECONDS = 15;

/** Whether nothing that is known of the request contradicts the stated time. */
export function isStatedTimeLikely(request: RequestView | undefined, isWaitUnknown: boolean): boolean {
  if (!request) return true;
  const { isLongerThanUsual, etaSeconds, jobStatus } = request;
  return !isLongerThanUsual && !(jobStatus === 'pending' && isWaitUnknown) && (etaSeconds ?? 0) <= STATED_SECONDS;
}
