import { useQuery } from '@tanstack/react-query';
import { pendingApprovalsQuery } from '../../features/approvals/approvals-query';
import { openAlertsQuery } from '../../features/jobs/jobs-queries';
import { openMessagesQuery } from '../../features/messages/open-messages';
import { useServices } from '../../lib/services';

function Count({ count = 0, isUrgent = false }: { count?: number; isUrgent?: boolean }) {
  if (count === 0) return null;
  return (
    <>
      {/* Separates the label from the number for screen readers. */ ' '}
      <span
        className={`ml-auto min-w-5.5 rounded-full px-1.5 py-0.5 text-center text-[0.75rem] leading-4 font-semibold tabular-nums ${isUrgent ? 'bg-danger text-surface' : 'bg-ink/15 text-ink'}`}
      >
        {count > 99 ? '99+' : count}
        <span className="sr-only"> open</span>
      </span>
    </>
  );
}

export function OpenAlertsCount() {
  const { client } = useServices();
  const { data } = useQuery(openAlertsQuery(client, false));
  return <Count count={data && data.open - data.muted} isUrgent />;
}

export function OpenMessagesCount() {
  const { client } = useServices();
  const { data } = useQuery(openMessagesQuery(client));
  return <Count count={data} />;
}

export function PendingApprovalsCount() {
  const { client } = useServices();
  const { data } = useQuery(pendingApprovalsQuery(client));
  return <Count count={data?.pending} />;
}
