import type { VideoPlan } from '@luit/contracts/generation/plans';
import type { RequestView } from '@luit/contracts/http/requests';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { IdempotentCall } from '../../lib/idempotent-call';
import { logFailure } from '../../lib/log';
import { useServices, useSession } from '../../lib/services';
import type { Draft, DraftKind } from '../../shared/drafts/draft-store';
import { fingerprint } from '../../shared/images/image-file';
import { isUnreachable, requestQuery } from '../../shared/requests/api/get-request';
import { LIBRARY_KEY } from '../../shared/requests/request-cache';
import { startGeneration } from './api/start-generation';
import { requestNotificationPermission } from '../../shared/requests/completion-notification';
import { generationCopy, generationMessages } from './copy';
import { failureNotice, type GenerationNotice, noticeOf } from './generation-notice';
import { useFailedRequest } from '../../shared/requests/use-failed-request';
import type { Stage } from '../../shared/requests/progress';
import { type LocalOrder, localOrder, useLocalOrder } from './use-local-order';
import { useOutcome } from './use-outcome';
import { useProgress } from './use-progress';
import { useSavedDraft } from './use-saved-draft';
import { useRequestParam } from '../../shared/requests/use-request-param';

export interface Generation {
  /** What the stage shows: nothing but the form, a running job or its result. */
  view: 'form' | 'processing' | 'completed';
  progress: number;
  order: LocalOrder | null;
  request: RequestView | undefined;
  requestId: string | null;
  /** The last failed request; it may still deliver a late result. */
  failed: RequestView | undefined;
  /** The content of the form: what the user entered, or a failed, passed or saved prompt. */
  draft: Draft;
  /** Changes the form. */
  changeDraft: (draft: Draft) => void;
  /** Whether the server has yet to accept the last order. */
  isStarting: boolean;
  /** Whether the last poll failed and the shown state may be outdated. */
  isUnreachable: boolean;
  /** Why the form is shown again. */
  notice: GenerationNotice | null;
  start: (prompt: string, plan: VideoPlan) => Promise<void>;
  /** Shows an empty form. Back returns to the result. */
  startNew: () => void;
  /** Shows the form with the input of the shown request. Back returns to the result. */
  edit: () => void;
}

/**
 * The form of the workspace, and the generation on its stage, from the order to the finished video. The form stays usable
 * while jobs run. The URL contains the request on the stage (`?request=`), so that a reload finds it again; its data comes from
 * the query cache, which polls and live events update.
 *
 * @param kind the kind of draft to save
 * @param image the starting image; null while none is chosen, omitted for videos from a prompt alone
 */
export function useGeneration(kind: DraftKind, image?: File | null): Generation {
  const { api } = useServices();
  const { user } = useSession();
  const client = useQueryClient();
  const idempotentCall = useRef(new IdempotentCall());
  const [requestId, setRequestId] = useRequestParam();
  const { order, setOrder, placeOrder, isNewest } = useLocalOrder(requestId);
  const [isStarting, setStarting] = useState(false);
  const { draft, setDraft, saveDraft, forget } = useSavedDraft(kind);
  const isEdited = useRef(false);
  const [notice, setNotice] = useState<GenerationNotice | null>(null);
  const { failed, trackFailed } = useFailedRequest();

  const {
    data: request,
    error,
    fetchStatus,
  } = useQuery({
    ...requestQuery(api, client, requestId ?? ''),
    enabled: !!requestId,
  });
  const isMissing = error instanceof ApiError && error.isDefinite && !request;

  const stage = stageOf(requestId, request, order !== null);
  const subject = order?.id ?? requestId;
  const { progress, isFinished } = useProgress(subject, stage, request?.progress, order !== null);

  const showForm = (reason: GenerationNotice | null) => {
    setOrder(null);
    setNotice(reason);
    setRequestId(null);
  };

  useOutcome(request, order !== null, (failedRequest) => {
    // What the user has entered for the next video stays.
    if (!isEdited.current) saveDraft({ prompt: failedRequest.prompt, planId: failedRequest.planId ?? undefined });
    trackFailed(failedRequest.id);
    showForm(failureNotice(failedRequest));
  });
  useEffect(() => {
    if (isMissing) showForm({ tone: 'accent', text: generationCopy.notFound, canRetry: false });
  }, [isMissing]);

  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const start = async (prompt: string, plan: VideoPlan) => {
    if (!user) return setNotice(noticeOf(generationMessages.signedOut));
    setNotice(null);
    trackFailed(null);
    saveDraft({ prompt, planId: plan.id });
    isEdited.current = false;
    const placed = placeOrder(localOrder(prompt, plan));
    setStarting(true);
    if (requestId) setRequestId(null, { keepsHistory: true });
    requestNotificationPermission().catch((cause: unknown) =>
      logFailure('Requesting notification permission failed', cause),
    );
    const input = { userId: user.id, prompt, duration: plan.duration, planId: plan.id, expectedCredits: plan.credits };
    try {
      const idempotencyInput = { ...input, image: image && fingerprint(image) };
      const accepted = await idempotentCall.current.run(idempotencyInput, (key) =>
        startGeneration(api, input, image ?? null, key),
      );
      forget();
      void client.invalidateQueries({ queryKey: LIBRARY_KEY });
      // Has no effect after navigation, or once the stage shows another request; the history shows this one.
      if (isNewest(placed)) {
        setOrder({ ...placed, requestId: accepted.request_id });
        setRequestId(accepted.request_id);
      }
    } catch (cause) {
      setOrder(null);
      if (cause instanceof ApiError && cause.code === 'price_changed')
        void client.invalidateQueries({ queryKey: ['plans'] });
      const fallback = image ? generationMessages.imageStartFallback : generationMessages.startFallback;
      const text = generationMessages.startFailed(messageOf(cause, fallback));
      if (isUnmounted.current || !isNewest(placed)) toast.error(text);
      else setNotice(noticeOf(text));
    }
    setStarting(false);
    dispatchCreditsUpdated();
  };

  const changeDraft = (next: Draft) => {
    isEdited.current = true;
    saveDraft(next);
  };
  const leaveResult = () => {
    isEdited.current = false;
    setOrder(null);
    setNotice(null);
    setRequestId(null, { keepsHistory: true });
  };
  const startNew = () => {
    setDraft({ prompt: '' });
    forget();
    leaveResult();
  };
  const edit = () => {
    if (request) saveDraft({ prompt: request.prompt, planId: request.planId ?? undefined });
    leaveResult();
  };
  const view = stage === 'idle' || stage === 'failed' ? 'form' : isFinished ? 'completed' : 'processing';
  const known = { order, request, requestId, failed, draft, isUnreachable: isUnreachable({ fetchStatus, error }) };
  return { view, progress, ...known, changeDraft, isStarting, notice, start, startNew, edit };
}

function stageOf(requestId: string | null, request: RequestView | undefined, isStarted: boolean): Stage {
  if (request && requestId) return request.status;
  if (requestId) return 'accepted';
  return isStarted ? 'starting' : 'idle';
}
