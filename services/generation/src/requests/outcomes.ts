import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { isFinal, type RequestState } from './request-states';

/** What became of a request, as far as money is concerned. */
export function outcomeOf(state: RequestState): RequestOutcome {
  return isFinal(state) ? (state as RequestOutcome) : 'unfinished';
}
