import type { RequestView } from '@luit/contracts/http/requests';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { POLL_MS } from '../../shared/requests/copy';
import { ApiError } from '../../lib/api-error';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';
import { getRequest, isFinal, isUnreachable, requestQuery } from '../../shared/requests/api/get-request';
import { mergeRequest } from '../../shared/requests/request-cache';
import { openSocket } from '../../shared/live/open-socket';
import { guestTokenFor, saveGuestToken, takeGuestToken } from '../../shared/payments/guest-access-tokens';

/** A delayed refund is retried within an hour. */
const DELAYED_POLL_MS = 60_000;

/** Why the request is not shown. `waiting` and `loading` are temporary. */
export type UnavailableReason = 'loading' | 'waiting' | 'notFound' | 'forbidden';

/**
 * Loads the request of a single-video order with its guest access token or the owner's session. It polls every 3 s. Guests
 * also get a socket; signed-in owners receive events over the shared live connection.
 */
export function useOrderRequest(requestId: string, open = openSocket) {
  const { api } = useServices();
  const client = useQueryClient();
  const [guestToken, setGuestToken] = useState(() => takeGuestToken(requestId) ?? guestTokenFor(requestId));
  const accept = () => guestToken && saveGuestToken(requestId, guestToken);
  /** Continues with the token that opened the order before if that of a link does not. */
  const load = async () => {
    try {
      const loaded = await getRequest(api, client, requestId, guestToken);
      accept();
      return loaded;
    } catch (cause) {
      const reason = unavailableReason(cause);
      const stored = guestTokenFor(requestId);
      if (reason === 'waiting') accept();
      if (!isPermanent(reason) || stored === guestToken) throw cause;
      setGuestToken(stored);
      return getRequest(api, client, requestId, stored);
    }
  };
  const {
    data: request,
    error,
    fetchStatus,
  } = useQuery({
    ...requestQuery(api, client, requestId, guestToken),
    queryFn: load,
    refetchInterval: ({ state }) => {
      if (isSettled(state.data) || isPermanent(unavailableReason(state.error))) return false;
      return state.data?.money.refund === 'delayed' ? DELAYED_POLL_MS : POLL_MS;
    },
  });
  const isFinished = isSettled(request);
  // The gateway accepts sockets only for paid orders.
  const isPaid = request !== undefined;

  useEffect(() => {
    if (!guestToken || !isPaid || isFinished) return;
    let isUnmounted = false;
    let close = (): void => undefined;
    open({ path: '/socket.io', auth: { claim: guestToken } }).then(
      (socket) => {
        if (isUnmounted) return void socket.disconnect();
        close = () => void socket.disconnect();
        socket.on('request.updated', (view) => mergeRequest(client, view));
      },
      (cause: unknown) => logFailure('Opening a socket for an order failed', cause),
    );
    return () => {
      isUnmounted = true;
      close();
    };
  }, [guestToken, client, isFinished, isPaid, open]);

  return {
    request,
    guestToken,
    unavailable: request ? null : unavailableReason(error),
    isUnreachable: isUnreachable({ fetchStatus, error }),
  };
}

/** Whether the job and its refund are final. */
function isSettled(request: RequestView | undefined): boolean {
  if (!isFinal(request)) return false;
  if (request?.status === 'completed') return true;
  const { state, refund = 'sent' } = request?.money ?? {};
  return state === 'refunded' && (refund === 'sent' || refund === 'paid_otherwise');
}

function unavailableReason(error: unknown): UnavailableReason {
  if (!(error instanceof ApiError)) return 'loading';
  if (error.code === 'awaiting_payment') return 'waiting';
  if (error.status === 404) return 'notFound';
  return error.status === 401 ? 'forbidden' : 'loading';
}

/** Whether polling again is pointless. */
function isPermanent(unavailable: UnavailableReason): boolean {
  return unavailable === 'notFound' || unavailable === 'forbidden';
}
