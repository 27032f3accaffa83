import type { RequestView } from '@luit/contracts/http/requests';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';
import { isFinal, isUnreachable, requestQuery } from '../generation/api/get-request';
import { POLL_MS } from '../generation/copy';
import { mergeRequest } from '../generation/request-cache';
import { openSocket } from '../live/open-socket';
import { guestTokenFor, captureGuestToken } from './guest-access-tokens';

/** Why nothing of a request is shown; `waiting` and `asking` may pass. */
export type Absence = 'asking' | 'waiting' | 'unknown' | 'shut';

/**
 * A request by the claim to it, or by the session of its owner: polled every 3 s, and pushed meanwhile. To its owner the
 * live connection of whoever is signed in pushes it.
 */
export function useOrderRequest(requestId: string, open = openSocket) {
  const { api } = useServices();
  const client = useQueryClient();
  const [claim] = useState(() => {
    captureGuestToken(requestId);
    return guestTokenFor(requestId);
  });
  const {
    data: request,
    error,
    fetchStatus,
  } = useQuery({
    ...requestQuery(api, client, requestId, claim),
    refetchInterval: ({ state }) => (isSettled(state.data) || isFinalAbsence(absenceOf(state.error)) ? false : POLL_MS),
  });
  const isOver = isSettled(request);
  // An order that is not paid yet is opened no socket.
  const isPaid = request !== undefined;

  useEffect(() => {
    if (!claim || !isPaid || isOver) return;
    let isGone = false;
    let close = (): void => undefined;
    open({ path: '/socket.io', auth: { claim } }).then(
      (socket) => {
        if (isGone) return void socket.disconnect();
        close = () => void socket.disconnect();
        socket.on('request.updated', (view) => mergeRequest(client, view));
      },
      (cause: unknown) => logFailure('Following an order live', cause),
    );
    return () => {
      isGone = true;
      close();
    };
  }, [claim, client, isOver, isPaid, open]);

  return {
    request,
    claim,
    absence: request ? null : absenceOf(error),
    isUnreachable: isUnreachable({ fetchStatus, error }),
  };
}

/** Ended, and its money too. */
function isSettled(request: RequestView | undefined): boolean {
  if (!isFinal(request)) return false;
  return request?.status === 'completed' || request?.money.state === 'refunded';
}

function absenceOf(error: unknown): Absence {
  if (!(error instanceof ApiError)) return 'asking';
  if (error.code === 'awaiting_payment') return 'waiting';
  if (error.status === 404) return 'unknown';
  return error.status === 401 ? 'shut' : 'asking';
}

/** Asking again changes nothing. */
function isFinalAbsence(absence: Absence): boolean {
  return absence === 'unknown' || absence === 'shut';
}
