import type { RequestView } from '@luit/contracts/http/requests';
import { formatDuration } from '../../lib/format';
import { generationCopy } from './copy';

/** What is known of the wait for a request: its place in the queue, and the time to go. */
export function waitEstimate({ jobStatus, queuePosition, etaSeconds }: RequestView): string[] {
  return [
    jobStatus === 'pending' && queuePosition !== null && generationCopy.queue(queuePosition),
    etaSeconds !== null && generationCopy.eta(formatDuration(etaSeconds)),
  ].filter((text) => typeof text === 'string');
}
