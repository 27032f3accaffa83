import { t } from '@lingui/core/macro';
import type { RestoreOptions, RestorePlan } from '@luit/contracts/generation/plans';
import type { RequestView } from '@luit/contracts/http/requests';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { useServices } from '../../lib/services';
import { isUnreachable, requestQuery } from '../../shared/requests/api/get-request';
import { markAnnounced } from '../../shared/requests/outcome-announcements';
import { noticeOf, type OutcomeNotice } from '../../shared/requests/outcome-notice';
import { LIBRARY_KEY } from '../../shared/requests/request-cache';
import { requestInAddressBar, useRequestParam } from '../../shared/requests/use-request-param';
import { fingerprint, useObjectUrl } from '../../shared/images/image-file';
import { type ImageUpload, isCanceled, useImageUpload } from '../../shared/images/upload/use-image-upload';
import { ProviderRefusal, restoreWithKey } from './api/predictions';
import { startRestore } from './api/start-restore';
import { ENHANCEMENTS, QUALITIES } from '../../shared/plans/restore-options';
import { requestMessages } from '../../shared/requests/copy';
import { restoreMessages } from './copy';
import { intentsOf } from '../../lib/intents-of';

/** The restoration that this page started last. */
interface StartedRestoration {
  photo: File;
  /** ISO 8601. */
  at: string;
  isOwnKey: boolean;
  /** Its request, once the server accepted it; never set with the user's own key. */
  requestId: string | null;
}

export interface Restoration {
  state: 'idle' | 'processing' | 'ended';
  /** Whether the server has yet to accept the last one, or a restoration with the user's own key runs. */
  isStarting: boolean;
  /** Why the restoration could not start, or failed with the user's own key. */
  notice: OutcomeNotice | null;
  /** The request of a restoration paid with credits, once loaded. */
  request: RequestView | undefined;
  requestId: string | null;
  /** The upload of the photo, before the request is sent. */
  upload: ImageUpload;
  /** Start time, ISO 8601; unknown until the request loads after a reload. */
  startedAt: string | undefined;
  /** Whether the provider bills the user's own key. */
  isOwnKey: boolean;
  isUnreachable: boolean;
  before: string | null;
  after: string | null;
  /** The result of a restoration with the user's own key. */
  restored: File | null;
  payWithCredits: (image: File, options: RestoreOptions, plan: RestorePlan) => Promise<void>;
  payWithKey: (image: File, options: RestoreOptions, key: string) => Promise<void>;
  /** Puts another request on the stage. */
  show: (requestId: string) => void;
  reset: () => void;
}

/** The state of one restoration. The URL contains the request of a restoration paid with credits (`?request=`). */
export function useRestoration(): Restoration {
  const { api, session } = useServices();
  const client = useQueryClient();
  const unmount = useRef(new AbortController());
  const [requestId, setRequestId] = useRequestParam();
  const upload = useImageUpload();
  const [started, setStarted] = useState<StartedRestoration | null>(null);
  const [seenId, setSeenId] = useState(requestId);
  if (seenId !== requestId) {
    setSeenId(requestId);
    // The page left the request that it started.
    if (requestId === null && started?.requestId) setStarted(null);
  }
  const here = started && (requestId === null || started.requestId === requestId) ? started : null;
  const [notice, setNotice] = useState<OutcomeNotice | null>(null);
  const [restored, setRestored] = useState<File | null>(null);
  const [isStarting, setStarting] = useState(false);
  const {
    data: request,
    error,
    fetchStatus,
  } = useQuery({ ...requestQuery(api, client, requestId ?? ''), enabled: !!requestId });
  const isMissing = error instanceof ApiError && error.isDefinite && !request;
  const ownBefore = useObjectUrl(here?.photo ?? null);
  const ownAfter = useObjectUrl(requestId === null ? restored : null);

  useEffect(() => {
    const controller = new AbortController();
    unmount.current = controller;
    return () => controller.abort();
  }, []);

  useEffect(() => {
    if (isMissing) {
      setStarted((last) => (last?.requestId === requestId ? null : last));
      setNotice(noticeOf(restoreMessages.checkFailed));
      setRequestId(null);
    }
    if (!request || request.status === 'processing') return;
    markAnnounced(request.id);
    dispatchCreditsUpdated();
    if (request.status === 'failed') intentsOf(api).forgetAccepted();
  }, [isMissing, request?.status]);

  const reportStartFailure = (text: string, cause: unknown) => {
    // The form is out of view while the stage of a narrow screen shows another request.
    if (requestInAddressBar() !== null) toast.error(text);
    setStarted(null);
    setNotice(startNotice(text, cause));
  };
  const begin = (photo: File, isOwnKey: boolean): StartedRestoration => {
    setNotice(null);
    setRestored(null);
    setStarting(true);
    const placed = { photo, isOwnKey, at: new Date().toISOString(), requestId: null };
    setStarted(placed);
    if (requestId) setRequestId(null, { keepsHistory: true });
    return placed;
  };

  const payWithCredits: Restoration['payWithCredits'] = async (photo, options, plan) => {
    const input = { ...options, expectedCredits: plan.credits };
    const content = ['restore', session.getState().user?.id, input, fingerprint(photo)];
    if (intentsOf(api).isRepeated(content)) return;
    const placed = begin(photo, false);
    const { signal } = unmount.current;
    try {
      const accepted = await intentsOf(api).run(content, async (key) =>
        startRestore(api, input, await upload.upload(photo), key),
      );
      void client.invalidateQueries({ queryKey: LIBRARY_KEY });
      // Has no effect after navigation, or once the stage shows another request; the history shows this one.
      if (requestInAddressBar() === null) {
        setStarted({ ...placed, requestId: accepted.request_id });
        setRequestId(accepted.request_id);
      }
    } catch (cause) {
      // The form still has everything.
      if (isCanceled(cause)) {
        setStarted(null);
        return setStarting(false);
      }
      if (cause instanceof ApiError && cause.code === 'price_changed')
        void client.invalidateQueries({ queryKey: ['pricing'] });
      const text = t`Failed to start image restoration: ${{ reason: messageOf(cause, '') }}`;
      if (signal.aborted) toast.error(text);
      else reportStartFailure(text, cause);
    }
    setStarting(false);
    dispatchCreditsUpdated();
  };

  const payWithKey: Restoration['payWithKey'] = async (photo, { quality, enhancement }, key) => {
    const content = ['restore with key', quality, enhancement, fingerprint(photo)];
    if (intentsOf(api).isRepeated(content)) return;
    begin(photo, true);
    const scale = QUALITIES.find(({ id }) => id === quality)?.scale ?? 2;
    const version = ENHANCEMENTS.find(({ id }) => id === enhancement)?.version ?? 'v1.4';
    const { signal } = unmount.current;
    try {
      setRestored(
        await intentsOf(api).run(content, async () =>
          restoreWithKey(api, key, { img: await dataUri(photo), version, scale }, signal),
        ),
      );
    } catch (cause) {
      if (!signal.aborted) reportStartFailure(messageOf(cause, requestMessages.failed.restore), cause);
    }
    setStarting(false);
  };

  const reset = () => {
    setStarted(null);
    setNotice(null);
    setRestored(null);
    setRequestId(null);
  };
  const hasEnded = requestId === null ? restored !== null : request !== undefined && request.status !== 'processing';
  const isRunning = here !== null || (requestId !== null && !isMissing);
  const state = hasEnded ? 'ended' : isRunning ? 'processing' : 'idle';
  const before = ownBefore ?? request?.image_url ?? null;
  const after = ownAfter ?? request?.outputUrl ?? null;
  const known = { request, requestId, before, after, restored: requestId === null ? restored : null };
  const status = {
    isStarting,
    startedAt: request?.createdAt ?? here?.at,
    isOwnKey: here?.isOwnKey ?? false,
    isUnreachable: isUnreachable({ fetchStatus, error }),
  };
  return { state, notice, ...known, ...status, upload, payWithCredits, payWithKey, show: setRequestId, reset };
}

function startNotice(text: string, cause: unknown): OutcomeNotice {
  if (!(cause instanceof ProviderRefusal)) return noticeOf(text, cause);
  return { tone: 'danger', title: cause.advice, text, canRetry: cause.isTemporary };
}

function dataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(restoreMessages.startFailed));
    reader.readAsDataURL(file);
  });
}
