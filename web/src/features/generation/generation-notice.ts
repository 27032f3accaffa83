import type { RequestView } from '@luit/contracts/http/requests';
import { chargeSummary } from '../../shared/requests/charge-summary';
import { generationMessages } from './copy';

/** Why the form is shown again. */
export interface GenerationNotice {
  tone: 'accent' | 'danger';
  title?: string;
  text: string;
  /** Whether the same input may succeed the next time. */
  canRetry: boolean;
}

/** Failures that repeat with the same input. Their messages say what to change. */
const REPEATING = ['refused_by_policy', 'invalid_input'];

export function noticeOf(text: string): GenerationNotice {
  return { tone: 'danger', text, canRetry: false };
}

/** What to tell the owner of a request that failed or was canceled. */
export function failureNotice(request: RequestView): GenerationNotice {
  const { canceled, error } = request;
  const charge = chargeSummary(request);
  if (canceled) return { tone: 'accent', text: charge, canRetry: false };
  if (error && REPEATING.includes(error.code)) {
    return { tone: 'danger', title: error.message, text: charge, canRetry: false };
  }
  const title = generationMessages.failed;
  const reason = error && error.message !== title ? `${error.message} ` : '';
  return { tone: 'danger', title, text: `${reason}${charge}`, canRetry: true };
}
