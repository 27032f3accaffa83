import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** Whether each of the queries has had a result or a failure. Stays true while what failed is requested again. */
export function useHaveSettled(queries: Pick<UseQueryResult, 'data' | 'failureCount'>[]): boolean {
  const [haveSettled, setSettled] = useState(false);
  if (!haveSettled && queries.every(({ data, failureCount }) => data !== undefined || failureCount > 0))
    setSettled(true);
  return haveSettled;
}
