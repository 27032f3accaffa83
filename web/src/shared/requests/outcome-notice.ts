import type { RequestView } from '@luit/contracts/http/requests';
import { ApiError } from '../../lib/api-error';
import { chargeSummary } from './charge-summary';
import { requestMessages } from './copy';
import { failureText } from './failure-texts';

/** Why the form is shown again. */
export interface OutcomeNotice {
  tone: 'accent' | 'danger';
  title?: string;
  text: string;
  /** Whether the same input may succeed the next time. */
  canRetry: boolean;
  /** Whether the balance was too low. */
  lacksCredits?: boolean;
  /** Id of a refused prompt, to which its owner can object. */
  refusalId?: string;
}

/** Failures that repeat with the same input. Their messages say what to change. */
const REPEATING = ['refused_by_policy', 'invalid_input'];

/** @param cause the error of the call that was refused */
export function noticeOf(text: string, cause?: unknown): OutcomeNotice {
  const lacksCredits = cause instanceof ApiError && cause.code === 'insufficient_credits';
  const refusalId =
    cause instanceof ApiError && cause.code === 'refused_by_policy' ? cause.details.refusalId : undefined;
  const appeal = typeof refusalId === 'string' ? { refusalId } : {};
  return { tone: 'danger', text, canRetry: false, lacksCredits, ...appeal };
}

/** Whether the same input would fail again, so that a retry would only cost time and credits. */
export function failsAgain({ error }: Pick<RequestView, 'error'>): boolean {
  return error !== null && REPEATING.includes(error.code);
}

/** What to tell the owner of a request that failed or was canceled. */
export function failureNotice(request: RequestView): OutcomeNotice {
  const { canceled, error, type } = request;
  const charge = chargeSummary(request);
  if (canceled) return { tone: 'accent', text: charge, canRetry: false };
  const message = error && failureText(error.message);
  if (message && failsAgain(request)) {
    return { tone: 'danger', title: message, text: charge, canRetry: false };
  }
  const title = requestMessages.failed[type];
  const reason = message && message !== title ? `${sentence(message)} ` : '';
  return { tone: 'danger', title, text: `${reason}${charge}`, canRetry: true };
}

/** Adds the final period that provider errors may lack. */
function sentence(text: string): string {
  return /[.!?।]$/.test(text) ? text : `${text}.`;
}
