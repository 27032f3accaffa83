import type { RequestView } from '@luit/contracts/http/requests';
import { formatDuration } from '../../lib/format';
import { generationCopy } from './copy';

/** The queue position and estimated time left of a request, as far as known. */
export function waitEstimate({ jobStatus, queuePosition, etaSeconds }: RequestView): string[] {
  return [
    jobStatus === 'pending' && queuePosition !== null && generationCopy.queue(queuePosition),
    etaSeconds !== null && generationCopy.eta(formatDuration(etaSeconds)),
  ].filter((text) => typeof text === 'string');
}
