import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** Whether each of the queries has had a result or a failure, or waits for a connection. Stays true while what failed is requested again. */
export function useHaveSettled(queries: Pick<UseQueryResult, 'data' | 'failureCount' | 'isPaused'>[]): boolean {
  const [haveSettled, setSettled] = useState(false);
  const hasSettled = ({ data, failureCount, isPaused }: (typeof queries)[number]) =>
    data !== undefined || failureCount > 0 || isPaused;
  if (!haveSettled && queries.every(hasSettled)) setSettled(true);
  return haveSettled;
}
