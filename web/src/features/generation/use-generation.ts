import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { useServices, useSession } from '../../lib/services';
import type { Draft, DraftKind } from '../../shared/drafts/draft-store';
import { fingerprint } from '../../shared/images/image-file';
import { type ImageUpload, isCanceled, useImageUpload } from '../../shared/images/upload/use-image-upload';
import { isUnreachable, requestQuery } from '../../shared/requests/api/get-request';
import { orderedWith, rememberOrder } from './ordered-together';
import { LIBRARY_KEY } from '../../shared/requests/request-cache';
import { type NewVideo, startImages, startVideo } from './api/start-generation';
import { noticeOf, type OutcomeNotice } from '../../shared/requests/outcome-notice';
import { stageOf, type Stage } from '../../shared/requests/progress';
import { type LocalOrder, localOrder, useLocalOrder } from './use-local-order';
import { useOutcome } from './use-outcome';
import { useProgress } from './use-progress';
import { draftOf } from './video-options';
import { useSavedDraft } from './use-saved-draft';
import { useRequestParam } from '../../shared/requests/use-request-param';
import { intentsOf } from '../../lib/intents-of';

export interface Generation {
  makesImages: boolean;
  /** What the stage shows: nothing yet, a running job or what became of it. */
  view: 'idle' | 'processing' | 'ended';
  progress: number;
  order: LocalOrder | null;
  request: RequestView | undefined;
  requestId: string | null;
  /** The upload of the image, before the request is sent. */
  upload: ImageUpload;
  /** The content of the form: what the user entered, or a failed, passed or saved prompt. */
  draft: Draft;
  /** Changes the form. */
  changeDraft: (draft: Draft) => void;
  /** Whether the server has yet to accept the last order. */
  isStarting: boolean;
  /** Whether the last poll failed and the shown state may be outdated. */
  isUnreachable: boolean;
  /** Why the last order could not be placed. */
  notice: OutcomeNotice | null;
  start: (video: NewVideo) => Promise<void>;
  /** Shows an empty form. Back returns to the result. */
  startNew: () => void;
  /** Fills the form with the input of the shown request, which stays on the stage. */
  edit: () => void;
  /** Fills the form; the shown request stays on the stage. */
  reuse: (draft: Draft) => void;
  /** Puts another request on the stage, or none. */
  show: (requestId: string | null) => void;
}

/**
 * The form of the studio, and the generation on its stage, from the order to the finished video. The form stays usable
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
  const [requestId, setRequestId] = useRequestParam();
  const { order, setOrder, placeOrder, isNewest } = useLocalOrder(requestId);
  const upload = useImageUpload();
  const [isStarting, setStarting] = useState(false);
  const { draft, setDraft, saveDraft, forget } = useSavedDraft(kind);
  const [notice, setNotice] = useState<OutcomeNotice | null>(null);

  const {
    data: request,
    error,
    fetchStatus,
  } = useQuery({
    ...requestQuery(api, client, requestId ?? ''),
    enabled: !!requestId,
  });
  const makesImages = kind === 'images';
  const isMissing = error instanceof ApiError && error.isDefinite && !request;

  const stage = currentStage(requestId, request, order !== null);
  const subject = order?.id ?? requestId;
  const { progress, isFinished } = useProgress(subject, stage, request?.progress, order !== null);

  useOutcome(request, order !== null, (failedRequest) => {
    intentsOf(api).forgetAccepted();
    // What was entered for the next video stays, and the stage shows all results of an order.
    const isSingle = failedRequest.set === null && orderedWith(failedRequest.id).length < 2;
    if (isSingle && draft.prompt === '') saveDraft(draftOf(failedRequest));
  });
  useEffect(() => {
    const text = makesImages ? t`We couldn’t find this image.` : t`We couldn’t find this video.`;
    if (!isMissing) return;
    // What was deleted can be neither continued nor varied.
    const { options, variationOf } = draft;
    if (options?.extendOf === requestId || variationOf === requestId)
      saveDraft({ ...draft, options: { ...options, extendOf: undefined }, variationOf: undefined });
    setOrder(null);
    setNotice({ tone: 'accent', text, canRetry: false });
    setRequestId(null);
  }, [isMissing, makesImages]);

  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const start = async (video: NewVideo) => {
    const { prompt, planId, count, references = [] } = video;
    if (!user) return setNotice(noticeOf(t`Please log in to generate videos`));
    // A repeated video comes with its own input, and leaves the form alone.
    const isFromForm = video.image === undefined;
    const file = isFromForm ? (image ?? null) : (video.image ?? null);
    const lastFile = video.lastFrame ?? null;
    const files = [file, lastFile, ...references].map((each) => each && fingerprint(each));
    const content = ['generate', user.id, prompt, video.credits, video.options, count, ...files];
    if (intentsOf(api).isRepeated(content)) return;
    setNotice(null);
    if (isFromForm) saveDraft({ ...draft, prompt, ...(planId && { planId }) });
    const placed = placeOrder(localOrder(prompt, video.options.duration ?? 0, video.credits));
    setStarting(true);
    if (requestId) setRequestId(null, { keepsHistory: true });
    let started = 0;
    const accepted: string[] = [];
    // One after another, because the page shows the progress of one upload.
    const uploadAll = async (all: File[]) => {
      const urls: string[] = [];
      for (const each of all) urls.push(await upload.upload(each));
      return urls;
    };
    const orderAll = async (key: string) => {
      const images = {
        image: file && (await upload.upload(file)),
        lastFrame: lastFile && (await upload.upload(lastFile)),
        references: await uploadAll(references),
      };
      // The server accepts all images at once.
      while (started < (makesImages ? 1 : count)) {
        const { request_id: acceptedId } = makesImages
          ? await startImages(api, video, images, key)
          : await startVideo(api, { ...video, userId: user.id }, started, images, key);
        started += 1;
        accepted.push(acceptedId);
        if (accepted.length > 1) rememberOrder(accepted);
        if (isFromForm) forget();
        void client.invalidateQueries({ queryKey: LIBRARY_KEY });
        // Has no effect after navigation, or once the stage shows another request; the history shows this one.
        if (isNewest(placed)) {
          setOrder({ ...placed, requestId: acceptedId });
          setRequestId(acceptedId);
        }
      }
    };
    try {
      await intentsOf(api).run(content, orderAll);
    } catch (cause) {
      if (started === 0) setOrder(null);
      // The form still has everything.
      if (isCanceled(cause)) return setStarting(false);
      if (cause instanceof ApiError && ['price_changed', 'model_retired'].includes(cause.code)) {
        void client.invalidateQueries({ queryKey: ['plans'] });
        void client.invalidateQueries({ queryKey: ['models'] });
      }
      const ofVideo = image ? t`Image-to-video generation failed` : t`Video generation failed`;
      const fallback = makesImages ? t`Image generation failed` : ofVideo;
      const reason = messageOf(cause, fallback);
      const text =
        started > 0
          ? t`${started} of ${count} videos started. The others did not, and no credits are held for them: ${reason}`
          : makesImages
            ? t`The images could not be started: ${reason}`
            : t`Failed to generate video: ${reason}`;
      if (isUnmounted.current || !isNewest(placed)) toast.error(text);
      else setNotice(noticeOf(text, cause));
    }
    setStarting(false);
    dispatchCreditsUpdated();
  };

  const startNew = () => {
    setDraft({ prompt: '' });
    forget();
    setOrder(null);
    setNotice(null);
    setRequestId(null, { keepsHistory: true });
  };
  const reuse = (next: Draft) => {
    setNotice(null);
    saveDraft(next);
    // Once the closed menu has returned the focus.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer] textarea')?.focus());
  };
  const edit = () => {
    if (request) reuse({ ...draftOf(request), variationOf: request.id });
  };
  const show = (id: string | null) => setRequestId(id, { keepsHistory: true });
  const view = stage === 'idle' ? 'idle' : stage === 'failed' || isFinished ? 'ended' : 'processing';
  const known = { order, request, requestId, draft, isUnreachable: isUnreachable({ fetchStatus, error }) };
  const actions = { changeDraft: saveDraft, start, startNew, edit, reuse, show };
  return { makesImages, view, progress, ...known, isStarting, notice, upload, ...actions };
}

function currentStage(requestId: string | null, request: RequestView | undefined, isStarted: boolean): Stage {
  if (request && requestId) return stageOf(request);
  if (requestId) return 'accepted';
  return isStarted ? 'starting' : 'idle';
}
