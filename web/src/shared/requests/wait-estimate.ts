import type { RequestView } from '@luit/contracts/http/requests';
import { requestCopy } from './copy';
import { formatDuration } from '../../lib/format';

/** The queue position and estimated time left of a request, as far as known. */
export function waitEstimate({ jobStatus, queuePosition, etaSeconds }: RequestView): string[] {
  return [
    jobStatus === 'pending' && queuePosition !== null && requestCopy.queue(queuePosition),
    etaSeconds !== null && requestCopy.eta(formatDuration(etaSeconds)),
  ].filter((text) => typeof text === 'string');
}
