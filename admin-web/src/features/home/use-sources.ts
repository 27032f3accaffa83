import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useServices } from '../../lib/services';
import { invariantsQuery } from '../invariants/invariants-query';
import { metricsQuery, openAlertsQuery, workersQuery } from '../jobs/jobs-queries';
import { serviceStatusQuery } from '../maintenance/service-status-query';
import { FRESH_MS, type Reading } from './verdict';

const TICK_MS = 5_000;
/** Also with a live connection: pushes come only when something changes, and silence must not pass for good news. */
const POLL_MS = 15_000;

/** What the home page judges, each source with its query. */
export function useSources(isLive: boolean) {
  const { client } = useServices();
  const now = useNow();
  const alerts = useQuery({ ...openAlertsQuery(client, isLive), refetchInterval: POLL_MS });
  const jobs = useQuery({ ...metricsQuery(client, 'hour', isLive), refetchInterval: POLL_MS });
  const restrictions = useQuery(serviceStatusQuery(client));
  const workers = useQuery({ ...workersQuery(client, isLive), refetchInterval: POLL_MS });
  const invariants = useQuery({ ...invariantsQuery(client), refetchInterval: POLL_MS });
  return {
    alerts: { query: alerts, reading: toReading(alerts, now) },
    jobs: { query: jobs, reading: toReading(jobs, now) },
    restrictions: { query: restrictions, reading: toReading(restrictions, now) },
    workers: { query: workers, reading: toReading(workers, now) },
    invariants: { query: invariants, reading: toReading(invariants, now) },
  };
}

function toReading<Data>(
  { data, isPending, isError, dataUpdatedAt }: UseQueryResult<Data>,
  now: number,
): Reading<Data> {
  return { data, isLoading: isPending, isFresh: data !== undefined && !isError && now - dataUpdatedAt < FRESH_MS };
}

/** The time, every five seconds: data becomes old although nothing happens. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
