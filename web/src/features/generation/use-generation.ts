import type { VideoPlan } from '@luit/contracts/generation/plans';
import type { RequestView } from '@luit/contracts/http/requests';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { IdempotentCall, randomId } from '../../lib/idempotent-call';
import { logFailure } from '../../lib/log';
import { useServices, useSession } from '../../lib/services';
import type { Draft, DraftKind } from '../drafts/draft-store';
import { fingerprint } from '../images/image-file';
import { isUnreachable, requestQuery } from './api/get-request';
import { startGeneration } from './api/start-generation';
import { askForNotifications, notifyReady } from './completion-notification';
import { generationCopy, generationMessages, READY_ALERT_MS } from './copy';
import { chargeSummary } from './charge-summary';
import { announceOnce } from './outcome-announcements';
import { useFailedRequest } from './use-failed-request';
import { nextProgress, type Stage, stepToward } from './progress';
import { useSavedDraft } from './use-saved-draft';
import { useRequestParam } from './use-request-param';
import { refusalOf } from './validate-prompt';

/** What this page knows of an order before the server does. */
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
  /** What failed here last; it may yet bring something. */
  failed: RequestView | undefined;
  /** What to begin the form with: what failed, what was brought along, what was kept, or nothing. */
  draft: Draft;
  saveDraft: (draft: Draft) => void;
  /** News was asked for and nobody answered; what is shown is what was last known. */
  isUnreachable: boolean;
  /** Why the form is shown again, when there is more to say than the alert did. */
  notice: string | null;
  start: (prompt: string, plan: VideoPlan | undefined) => Promise<void>;
  reset: () => void;
}

/**
 * One generation from the form to the finished video. The running request is named in the address (`?request=`), so
 * that a reload finds it again; its state is the query cache's, which polls and pushed events both feed.
 *
 * @param kind whose draft is kept
 * @param image what the video begins with, null while none is chosen; left out where a prompt alone makes it
 */
export function useGeneration(kind: DraftKind, image?: File | null): Generation {
  const { api } = useServices();
  const { user } = useSession();
  const client = useQueryClient();
  const intent = useRef(new IdempotentCall());
  const [requestId, nameRequest] = useRequestParam();
  const [order, setOrder] = useState<LocalOrder | null>(null);
  const { draft, setDraft, saveDraft, forget } = useSavedDraft(kind);
  const [notice, setNotice] = useState<string | null>(null);
  const { failed, follow } = useFailedRequest();

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
  const { progress, isOver } = useProgress(stage, request?.progress, order !== null);

  const leave = (why: string | null) => {
    setOrder(null);
    setNotice(why);
    nameRequest(null);
  };

  useOutcome(request, order !== null, (why) => {
    if (request) {
      saveDraft({ prompt: request.prompt, planId: request.planId ?? undefined });
      follow(request.id);
    }
    leave(why);
  });
  useEffect(() => {
    if (isMissing) leave(generationCopy.notFound);
  }, [isMissing]);

  const start = async (prompt: string, plan: VideoPlan | undefined) => {
    const refusal = image === null ? generationMessages.imageMissing : refusalOf(prompt, plan, user);
    if (refusal || !plan || !user) return window.alert(refusal);
    setNotice(null);
    follow(null);
    saveDraft({ prompt, planId: plan.id });
    setOrder(localOrder(prompt, plan));
    askForNotifications().catch((cause: unknown) => logFailure('Asking for notifications', cause));
    const input = { userId: user.id, prompt, duration: plan.duration, planId: plan.id, expectedCredits: plan.credits };
    try {
      const wish = { ...input, image: image && fingerprint(image) };
      const accepted = await intent.current.run(wish, (key) => startGeneration(api, input, image ?? null, key));
      forget();
      // Whoever went elsewhere meanwhile stays there; the activity centre follows the request.
      nameRequest(accepted.request_id);
    } catch (cause) {
      setOrder(null);
      if (cause instanceof ApiError && cause.code === 'price_changed')
        void client.invalidateQueries({ queryKey: ['plans'] });
      window.alert(
        generationMessages.startFailed(
          messageOf(cause, image ? generationMessages.imageStartFallback : generationMessages.startFallback),
        ),
      );
    }
    dispatchCreditsUpdated();
  };

  const reset = () => {
    setDraft({ prompt: '' });
    forget();
    leave(null);
  };
  const view = stage === 'idle' || stage === 'failed' ? 'form' : isOver ? 'completed' : 'processing';
  const known = { order, request, requestId, failed, draft, isUnreachable: isUnreachable({ fetchStatus, error }) };
  return { view, progress, ...known, saveDraft, notice, start, reset };
}

function stageOf(requestId: string | null, request: RequestView | undefined, isStarted: boolean): Stage {
  if (request && requestId) return request.status;
  if (requestId) return 'accepted';
  return isStarted ? 'starting' : 'idle';
}

/** How long each step of the progress stays before the next one, and the last one before the video. */
const STEP_MS = 120;
const LAST_STEP_MS = 400;

/**
 * The percent as it is shown, step by step where the work is followed from here; `isOver` once the last step was seen.
 * What had ended before this page looked has no steps to show.
 */
function useProgress(
  stage: Stage,
  reported: number | undefined,
  isStartedHere: boolean,
): { progress: number; isOver: boolean } {
  const [shown, setShown] = useState(0);
  const [isFollowed, setFollowed] = useState(false);
  const [isLastSeen, setLastSeen] = useState(false);
  const target = nextProgress(shown, stage, reported);
  if (!isFollowed && (isStartedHere || stage === 'processing')) setFollowed(true);
  if (stage === 'idle' && (isFollowed || isLastSeen)) {
    setFollowed(false);
    setLastSeen(false);
  }

  useEffect(() => {
    if (shown === target) return;
    const next = isFollowed ? stepToward(shown, target) : target;
    const timer = setTimeout(() => setShown(next), shown === 0 || target === 0 ? 0 : STEP_MS);
    return () => clearTimeout(timer);
  }, [shown, target, isFollowed]);

  useEffect(() => {
    if (stage !== 'completed' || shown < target) return;
    const timer = setTimeout(() => setLastSeen(true), LAST_STEP_MS);
    return () => clearTimeout(timer);
  }, [stage, shown, target]);

  return { progress: shown, isOver: stage === 'completed' && (!isFollowed || isLastSeen) };
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

/** Tells the person how a request ended: once, and of a success only when it was started or seen running here. */
function useOutcome(
  request: RequestView | undefined,
  isStartedHere: boolean,
  onFailure: (notice: string) => void,
): void {
  const seenRunning = useRef<string | null>(null);
  const told = useRef<string | null>(null);
  const fail = useRef(onFailure);
  useEffect(() => {
    fail.current = onFailure;
  });
  const { id, status, canceled, prompt } = request ?? {};
  const why = request ? [!canceled && request.error?.message, chargeSummary(request)].filter(Boolean).join(' ') : '';
  useEffect(() => {
    if (!id || told.current === id) return;
    if (status === 'processing') seenRunning.current = id;
    if (status === 'failed') {
      told.current = id;
      announceOnce(id);
      dispatchCreditsUpdated();
      // What had failed before this page looked is told in the form alone.
      if (!canceled && (isStartedHere || seenRunning.current === id)) window.alert(generationMessages.failed);
      fail.current(why);
    }
    if (status === 'completed' && (isStartedHere || seenRunning.current === id)) {
      told.current = id;
      announceOnce(id);
      void notifyReady(prompt ?? '', { tag: id });
      dispatchCreditsUpdated();
      const timer = setTimeout(() => window.alert(generationMessages.ready), READY_ALERT_MS);
      return () => clearTimeout(timer);
    }
  }, [id, status, canceled, prompt, why, isStartedHere]);
}
