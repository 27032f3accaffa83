import { LAST_QUEUE_POSITION } from '@luit/contracts/generation/limits';
import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { formatDuration } from '../../lib/format';

/** The time left in words; null if unknown, such as in the queue while jobs are paused. */
export function timeLeft(request: RequestView, isWaitUnknown: boolean): string | null {
  if (request.isLongerThanUsual) return t`taking longer than usual`;
  if (request.etaSeconds === null || (request.jobStatus === 'pending' && isWaitUnknown)) return null;
  return t`about ${{ time: formatDuration(request.etaSeconds) }} left`;
}

/** The queue position and estimated time left of a request, as far as known. */
export function waitEstimate(request: RequestView, isWaitUnknown: boolean): string[] {
  const { jobStatus, queuePosition } = request;
  return [
    jobStatus === 'pending' && queuePosition !== null && queue(queuePosition),
    timeLeft(request, isWaitUnknown),
  ].filter((text) => typeof text === 'string');
}

/** The upper end of the time that the progress page states, seconds. */
export const STATED_SECONDS = 15;

/** Whether nothing that is known of the request contradicts the stated time. */
export function isStatedTimeLikely(request: RequestView | undefined, isWaitUnknown: boolean): boolean {
  if (!request) return true;
  const { isLongerThanUsual, etaSeconds, jobStatus } = request;
  return !isLongerThanUsual && !(jobStatus === 'pending' && isWaitUnknown) && (etaSeconds ?? 0) <= STATED_SECONDS;
}

/** `position` 1 is next. */
function queue(position: number) {
  const ahead = position - 1;
  if (position >= LAST_QUEUE_POSITION) return t`More than 100 ahead of you`;
  return position <= 1 ? t`Next in line` : t`${ahead} ahead of you`;
}
