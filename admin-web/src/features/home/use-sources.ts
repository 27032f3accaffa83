import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNow } from '../../components/use-now';
import { isFresh } from '../../lib/freshness';
import { useServices } from '../../lib/services';
import { invariantsQuery } from '../invariants/invariants-query';
import { LIVE_POLL_MS, metricsQuery, openAlertsQuery, workersQuery } from '../live-operations/jobs-queries';
import { serviceStatusQuery } from '../maintenance/service-status-query';
import type { Reading } from './verdict';

/** The sources of the home page's verdict, each with its query. */
export function useSources(isLive: boolean) {
  const { client } = useServices();
  const now = useNow();
  const alerts = useQuery(openAlertsQuery(client, isLive));
  const jobs = useQuery(metricsQuery(client, 'hour', isLive));
  const restrictions = useQuery(serviceStatusQuery(client));
  const workers = useQuery(workersQuery(client, isLive));
  const invariants = useQuery({ ...invariantsQuery(client), refetchInterval: LIVE_POLL_MS });
  return {
    alerts: { query: alerts, reading: toReading(alerts, now) },
    jobs: { query: jobs, reading: toReading(jobs, now) },
    restrictions: { query: restrictions, reading: toReading(restrictions, now) },
    workers: { query: workers, reading: toReading(workers, now) },
    invariants: { query: invariants, reading: toReading(invariants, now) },
  };
}

function toReading<Data>(query: UseQueryResult<Data>, now: number): Reading<Data> {
  return { data: query.data, isLoading: query.isPending, isFresh: isFresh(query, now) };
}
