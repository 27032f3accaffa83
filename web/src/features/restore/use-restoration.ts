import type { RestoreOptions, RestorePlan } from '@luit/contracts/generation/plans';
import type { RequestView } from '@luit/contracts/http/requests';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { IdempotentCall } from '../../lib/idempotent-call';
import { useServices } from '../../lib/services';
import { isUnreachable, requestQuery } from '../generation/api/get-request';
import { chargeSummary } from '../generation/charge-summary';
import { useFailedRequest } from '../generation/use-failed-request';
import { useRequestParam } from '../generation/use-request-param';
import { fingerprint, useObjectUrl } from '../images/image-file';
import { restoreWithKey } from './api/predictions';
import { startRestore } from './api/start-restore';
import { ENHANCEMENTS, QUALITIES, restoreMessages } from './copy';

export interface Restoration {
  state: 'idle' | 'processing' | 'succeeded' | 'failed';
  /** Why it failed, or could not be started. */
  failure: string | null;
  /** Paid with credits: the request, once it is known. */
  request: RequestView | undefined;
  requestId: string | null;
  /** When it was ordered or begun, ISO; unknown for a moment after a reload. */
  startedAt: string | undefined;
  /** Paid at the provider with the person's own key. */
  isOwnKey: boolean;
  isUnreachable: boolean;
  /** What failed here last; it may yet bring something. */
  failed: RequestView | undefined;
  before: string | null;
  after: string | null;
  /** The result of an own-key restoration. */
  restored: File | null;
  payWithCredits: (image: File, options: RestoreOptions, plan: RestorePlan) => Promise<void>;
  payWithKey: (image: File, options: RestoreOptions, key: string) => Promise<void>;
  reset: () => void;
}

/** One restoration from the choice to the result. One that is paid with credits is named in the address (`?request=`). */
export function useRestoration(image: File | null): Restoration {
  const { api } = useServices();
  const client = useQueryClient();
  const intent = useRef(new IdempotentCall());
  const leaving = useRef(new AbortController());
  const [requestId, nameRequest] = useRequestParam();
  const [begun, setBegun] = useState<{ at: string; isOwnKey: boolean } | null>(null);
  const { failed, follow } = useFailedRequest();
  const [failure, setFailure] = useState<string | null>(null);
  const [restored, setRestored] = useState<File | null>(null);
  const {
    data: request,
    error,
    fetchStatus,
  } = useQuery({ ...requestQuery(api, client, requestId ?? ''), enabled: !!requestId });
  const isMissing = error instanceof ApiError && error.isDefinite && !request;
  const ownBefore = useObjectUrl(image);
  const ownAfter = useObjectUrl(restored);

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const fail = (text: string) => {
    setBegun(null);
    setFailure(text);
    nameRequest(null);
  };
  useEffect(() => {
    if (isMissing) fail(restoreMessages.checkFailed);
    else if (request?.status === 'completed') dispatchCreditsUpdated();
    else if (request?.status === 'failed') {
      dispatchCreditsUpdated();
      follow(request.id);
      fail(`${whyOf(request)} ${chargeSummary(request)}`.trim());
    }
  }, [isMissing, request?.status]);

  const payWithCredits: Restoration['payWithCredits'] = async (photo, options, plan) => {
    setFailure(null);
    follow(null);
    setBegun(begin(false));
    const input = { ...options, expectedCredits: plan.credits };
    const { signal } = leaving.current;
    try {
      const wish = { ...input, image: fingerprint(photo) };
      const accepted = await intent.current.run(wish, (key) => startRestore(api, input, photo, key));
      // Whoever went elsewhere meanwhile stays there; the activity centre follows the request.
      nameRequest(accepted.request_id);
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'price_changed')
        void client.invalidateQueries({ queryKey: ['pricing'] });
      const text = `${restoreMessages.startFailed}: ${messageOf(cause, '')}`;
      if (signal.aborted) window.alert(text);
      else fail(text);
    }
    dispatchCreditsUpdated();
  };

  const payWithKey: Restoration['payWithKey'] = async (photo, { quality, enhancement }, key) => {
    setFailure(null);
    setBegun(begin(true));
    const scale = QUALITIES.find(({ id }) => id === quality)?.scale ?? 2;
    const version = ENHANCEMENTS.find(({ id }) => id === enhancement)?.version ?? 'v1.4';
    const { signal } = leaving.current;
    try {
      setRestored(await restoreWithKey(api, key, { img: await dataUri(photo), version, scale }, signal));
      setBegun(null);
    } catch (cause) {
      if (!signal.aborted) fail(messageOf(cause, restoreMessages.failed));
    }
  };

  const reset = () => {
    setBegun(null);
    setFailure(null);
    setRestored(null);
    nameRequest(null);
  };
  const isDone = restored !== null || request?.status === 'completed';
  const isRunning = begun !== null || (requestId !== null && !isMissing);
  const state = isDone ? 'succeeded' : isRunning ? 'processing' : failure ? 'failed' : 'idle';
  const before = ownBefore ?? request?.image_url ?? null;
  const after = ownAfter ?? request?.outputUrl ?? null;
  const known = { request, requestId, failed, before, after, restored };
  const news = {
    startedAt: request?.createdAt ?? begun?.at,
    isOwnKey: begun?.isOwnKey ?? false,
    isUnreachable: isUnreachable({ fetchStatus, error }),
  };
  return { state, failure, ...known, ...news, payWithCredits, payWithKey, reset };
}

function begin(isOwnKey: boolean) {
  return { at: new Date().toISOString(), isOwnKey };
}

function whyOf({ canceled, error }: RequestView): string {
  return canceled ? '' : sentence(error?.message ?? restoreMessages.failed);
}

/** What the service says may come without its full stop. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function dataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(restoreMessages.startFailed));
    reader.readAsDataURL(file);
  });
}
