import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { isFinal, type RequestState } from '../request-rows/request-states';

/** The outcome of a request as billing sees it. */
export function outcomeOf(state: RequestState): RequestOutcome {
  return isFinal(state) ? (state as RequestOutcome) : 'unfinished';
}
