import type { VideoPlan } from '@luit/contracts/generation/plans';
import type { RequestView } from '@luit/contracts/http/requests';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { IdempotentCall, randomId } from '../../lib/idempotent-call';
import { logFailure } from '../../lib/log';
import { useServices, useSession } from '../../lib/services';
import type { Draft, DraftKind } from '../../shared/drafts/draft-store';
import { fingerprint } from '../../shared/images/image-file';
import { isUnreachable, requestQuery } from '../../shared/requests/api/get-request';
import { startGeneration } from './api/start-generation';
import { requestNotificationPermission, notifyReady } from '../../shared/requests/completion-notification';
import { generationCopy, generationMessages, READY_MESSAGE_MS } from './copy';
import { failureNotice, type GenerationNotice, noticeOf } from './generation-notice';
import { markAnnounced } from '../../shared/requests/outcome-announcements';
import { useFailedRequest } from '../../shared/requests/use-failed-request';
import { nextProgress, type Stage, stepToward } from '../../shared/requests/progress';
import { useSavedDraft } from './use-saved-draft';
import { useRequestParam } from '../../shared/requests/use-request-param';

/** The order as shown until the server accepts it. */
export interface LocalOrder {
  id: string;
  prompt: string;
  /** Seconds. */
  duration: number;
  credits: number;
  createdAt: string;
  videoUrl: string | null;
  status: RequestView['status'];
}

export interface Generation {
  view: 'form' | 'processing' | 'completed';
  progress: number;
  order: LocalOrder | null;
  request: RequestView | undefined;
  requestId: string | null;
  /** The last failed request; it may still deliver a late result. */
  failed: RequestView | undefined;
  /** The initial content of the form: a failed, passed or saved prompt, or nothing. */
  draft: Draft;
  saveDraft: (draft: Draft) => void;
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
 * The state of one generation, from the form to the finished video. The URL contains the request (`?request=`), so that a
 * reload finds it again; its data comes from the query cache, which polls and live events update.
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
  const [order, setOrder] = useState<LocalOrder | null>(null);
  const { draft, setDraft, saveDraft, forget } = useSavedDraft(kind);
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
  const { progress, isFinished } = useProgress(stage, request?.progress, order !== null);

  const showForm = (reason: GenerationNotice | null) => {
    setOrder(null);
    setNotice(reason);
    setRequestId(null);
  };

  useOutcome(request, order !== null, (failedRequest) => {
    saveDraft({ prompt: failedRequest.prompt, planId: failedRequest.planId ?? undefined });
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
    setOrder(localOrder(prompt, plan));
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
      // Has no effect after navigation; the activity center tracks the request.
      setRequestId(accepted.request_id);
    } catch (cause) {
      setOrder(null);
      if (cause instanceof ApiError && cause.code === 'price_changed')
        void client.invalidateQueries({ queryKey: ['plans'] });
      const fallback = image ? generationMessages.imageStartFallback : generationMessages.startFallback;
      const text = generationMessages.startFailed(messageOf(cause, fallback));
      if (isUnmounted.current) toast.error(text);
      else setNotice(noticeOf(text));
    }
    dispatchCreditsUpdated();
  };

  const leaveResult = () => {
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
  return { view, progress, ...known, saveDraft, notice, start, startNew, edit };
}

function stageOf(requestId: string | null, request: RequestView | undefined, isStarted: boolean): Stage {
  if (request && requestId) return request.status;
  if (requestId) return 'accepted';
  return isStarted ? 'starting' : 'idle';
}

/** Minimum display time of each progress step, and of the last step before the video. */
const STEP_MS = 120;
const LAST_STEP_MS = 400;

/**
 * The displayed percentage, which steps through all stages of a job seen running on this page. `isFinished` is set after the
 * last step was displayed. Jobs that finished before the page loaded skip the steps.
 */
function useProgress(
  stage: Stage,
  reported: number | undefined,
  isStartedHere: boolean,
): { progress: number; isFinished: boolean } {
  const [shown, setShown] = useState(0);
  const [isTracked, setTracked] = useState(false);
  const [isLastStepShown, setLastStepShown] = useState(false);
  const target = nextProgress(shown, stage, reported);
  if (!isTracked && (isStartedHere || stage === 'processing')) setTracked(true);
  if (stage === 'idle' && (isTracked || isLastStepShown)) {
    setTracked(false);
    setLastStepShown(false);
  }

  useEffect(() => {
    if (shown === target) return;
    const next = isTracked ? stepToward(shown, target) : target;
    const timer = setTimeout(() => setShown(next), shown === 0 || target === 0 ? 0 : STEP_MS);
    return () => clearTimeout(timer);
  }, [shown, target, isTracked]);

  useEffect(() => {
    if (stage !== 'completed' || shown < target) return;
    const timer = setTimeout(() => setLastStepShown(true), LAST_STEP_MS);
    return () => clearTimeout(timer);
  }, [stage, shown, target]);

  return { progress: shown, isFinished: stage === 'completed' && (!isTracked || isLastStepShown) };
}

function localOrder(prompt: string, plan: VideoPlan): LocalOrder {
  return {
    id: randomId(),
    prompt,
    duration: plan.duration,
    credits: plan.credits,
    createdAt: new Date().toISOString(),
    videoUrl: null,
    status: 'processing',
  };
}

/** Announces the result of a request once; a success only if the request was started or seen running on this page. */
function useOutcome(
  request: RequestView | undefined,
  isStartedHere: boolean,
  onFailure: (request: RequestView) => void,
): void {
  const seenRunning = useRef<string | null>(null);
  const announced = useRef<string | null>(null);
  const onFailureRef = useRef(onFailure);
  useEffect(() => {
    onFailureRef.current = onFailure;
  });
  useEffect(() => {
    if (!request || announced.current === request.id) return;
    const { id, status, prompt } = request;
    if (status === 'processing') seenRunning.current = id;
    if (status === 'failed') {
      announced.current = id;
      markAnnounced(id);
      dispatchCreditsUpdated();
      onFailureRef.current(request);
    }
    if (status === 'completed' && (isStartedHere || seenRunning.current === id)) {
      announced.current = id;
      markAnnounced(id);
      void notifyReady(prompt, { tag: id });
      dispatchCreditsUpdated();
      setTimeout(() => toast.success(generationMessages.ready), READY_MESSAGE_MS);
    }
  }, [request, isStartedHere]);
}
