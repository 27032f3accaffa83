import type { RequestView } from '@luit/contracts/http/requests';
import { requestCopy } from './copy';
import { formatDuration } from '../../lib/format';

/** The estimated time left; null while jobs are paused and no one can say how long a queued one waits. */
export function knownEta({ jobStatus, etaSeconds }: RequestView, isWaitUnknown: boolean): number | null {
  return jobStatus === 'pending' && isWaitUnknown ? null : etaSeconds;
}

/** The queue position and estimated time left of a request, as far as known. */
export function waitEstimate(request: RequestView, isWaitUnknown: boolean): string[] {
  const { jobStatus, queuePosition } = request;
  const etaSeconds = knownEta(request, isWaitUnknown);
  return [
    jobStatus === 'pending' && queuePosition !== null && requestCopy.queue(queuePosition),
    etaSeconds !== null && requestCopy.eta(formatDuration(etaSeconds)),
  ].filter((text) => typeof text === 'string');
}
