import type { RequestView } from '@luit/contracts/http/requests';
import { useRef, useState } from 'react';
import { randomId } from '@luit/ui/intents';
import { requestInAddressBar } from '../../shared/requests/use-request-param';

/** The order as shown until the server accepts it and gives it a number. */
export interface LocalOrder {
  /** Distinguishes orders of this page; never shown. */
  id: string;
  /** Its request, once the server accepted it. */
  requestId: string | null;
  prompt: string;
  /** Seconds. */
  duration: number;
  credits: number;
  createdAt: string;
  videoUrl: string | null;
  status: RequestView['status'];
}

export function localOrder(prompt: string, duration: number, credits: number): LocalOrder {
  return {
    id: randomId(),
    requestId: null,
    prompt,
    duration,
    credits,
    createdAt: new Date().toISOString(),
    videoUrl: null,
    status: 'processing',
  };
}

/**
 * The order that this page placed last, while the stage shows it.
 *
 * @param requestId the request on the stage
 */
export function useLocalOrder(requestId: string | null) {
  const [order, setOrder] = useState<LocalOrder | null>(null);
  const newest = useRef<LocalOrder | null>(null);
  const [seenId, setSeenId] = useState(requestId);
  if (seenId !== requestId) {
    setSeenId(requestId);
    // The page left the request of the order.
    if (requestId === null && order?.requestId) setOrder(null);
  }
  const isShown = order !== null && (requestId === null || order.requestId === requestId);
  return {
    order: isShown ? order : null,
    setOrder,
    placeOrder: (placed: LocalOrder) => {
      newest.current = placed;
      setOrder(placed);
      return placed;
    },
    /** Whether the stage still waits for this order, because the user has neither placed nor chosen another one. */
    isNewest: (placed: LocalOrder) => newest.current === placed && requestInAddressBar() === null,
  };
}
