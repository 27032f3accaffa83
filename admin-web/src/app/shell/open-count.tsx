import { useQuery } from '@tanstack/react-query';
import { pendingApprovalsQuery } from '../../features/approvals/approvals-query';
import { openAlertsQuery } from '../../features/live-operations/jobs-queries';
import { openMessagesQuery } from '../../features/messages/open-messages';
import type { Page } from '../../components/use-page';
import { CONTENT_REPORTS_PATH } from '../../features/content-reports/content-reports-path';
import { useServices } from '../../lib/services';

const POLL_MS = 60_000;

interface CountProps {
  /** Absent while it is not known. */
  count?: number;
  isUrgent?: boolean;
  /** Whether it could not be loaded: it is unknown then, not zero. */
  isFailed?: boolean;
}

function Count({ count, isUrgent = false, isFailed = false }: CountProps) {
  const isUnknown = count === undefined && isFailed;
  if (!count && !isUnknown) return null;
  return (
    <>
      {/* Separates the label from the number for screen readers. */ ' '}
      <span
        className={`ml-auto min-w-5.5 rounded-full px-1.5 py-0.5 text-center text-[0.75rem] leading-4 font-semibold tabular-nums ${isUrgent && !isUnknown ? 'bg-danger text-surface' : 'bg-ink/15 text-ink'}`}
      >
        {isUnknown ? '?' : count && count > 99 ? '99+' : count}
        <span className="sr-only">{isUnknown ? ' could not be counted' : ' open'}</span>
      </span>
    </>
  );
}

export function OpenAlertsCount() {
  const { client } = useServices();
  const { data, isError } = useQuery(openAlertsQuery(client, false));
  return <Count count={data && data.open - data.muted} isUrgent isFailed={isError} />;
}

export function OpenMessagesCount() {
  const { client } = useServices();
  const { data, isError } = useQuery(openMessagesQuery(client));
  return <Count count={data} isFailed={isError} />;
}

/** @param path of a list whose filter leaves what waits for somebody */
function ListCount({ path }: { path: string }) {
  const { client } = useServices();
  const { data, isError } = useQuery({
    queryKey: ['open count', path],
    queryFn: ({ signal }) => client.get<Page<unknown>>(`${path}&limit=1`, signal),
    refetchInterval: POLL_MS,
  });
  return <Count count={data?.total} isFailed={isError} />;
}

export function OpenDisputesCount() {
  return <ListCount path="/api/admin/disputes?state=open" />;
}

export function OpenReportsCount() {
  return <ListCount path={`${CONTENT_REPORTS_PATH}?state=open`} />;
}

export function PendingApprovalsCount() {
  const { client } = useServices();
  const { data, isError } = useQuery(pendingApprovalsQuery(client));
  return <Count count={data?.pending} isFailed={isError} />;
}
