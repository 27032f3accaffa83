import type { RequestView } from '@luit/contracts/http/requests';
import { useMemo, useState } from 'react';
import { statedRatio } from '../../shared/requests/stated-ratio';

/** Smaller differences are not visible, but would move all rows below. */
const TOLERANCE = 0.02;
/** Of pictures that have loaded, by the id of their request; kept for the next visit of the page. */
const measured = new Map<string, number>();

/** The ratios of requests, width to height. What a request does not say is known once its picture has loaded. */
export function useRatios(requests: RequestView[]) {
  const [version, setVersion] = useState(0);
  const ratios = useMemo(
    () => requests.map((request) => measured.get(request.id) ?? statedRatio(request)),
    [requests, version],
  );
  const measure = useMemo(
    () => (request: RequestView, ratio: number) => {
      const known = measured.get(request.id) ?? statedRatio(request);
      if (Math.abs(ratio / known - 1) < TOLERANCE) return;
      measured.set(request.id, ratio);
      setVersion((latest) => latest + 1);
    },
    [],
  );
  return { ratios, measure };
}
