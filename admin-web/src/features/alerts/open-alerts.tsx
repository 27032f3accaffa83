import type { Alert } from '@luit/contracts/alerts/alerts';
import { Button } from '@luit/ui/button';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleHelp, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { StaleNotice } from '../../components/stale-notice';
import { Timestamp } from '../../components/timestamp';
import { readAdvice } from '../../lib/admin-error';
import { alertLink, alertLinkLabel } from './alert-links';
import { byUrgency } from './by-urgency';

const MAX_SHOWN = 3;

interface OpenAlertsProps {
  query: UseQueryResult<{ items: Alert[] }>;
}

/** A banner with the open alerts at the top of the page. It says if they are unknown. */
export function OpenAlerts({ query }: OpenAlertsProps) {
  const alerts = byUrgency(query.data?.items ?? []);
  return (
    <div role="region" aria-label="Open alerts" aria-live="assertive">
      {query.isError && query.data === undefined && (
        <p className="mb-4 flex flex-wrap items-center gap-2 rounded-card border border-accent-text/40 bg-accent-wash px-4 py-2.5 text-sm font-medium text-accent-text">
          <CircleHelp className="size-4.5 shrink-0" aria-hidden />
          <span className="min-w-0 flex-1">{`Could not load the open alerts. ${readAdvice(query.error)}`}</span>
          <Button tone="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        </p>
      )}
      <StaleNotice query={query} />
      {alerts.length > 0 && (
        <div className="mb-4 overflow-hidden rounded-card border border-danger/50 bg-danger-wash text-danger">
          <ul className="divide-y divide-danger/25">
            {alerts.slice(0, MAX_SHOWN).map((alert) => (
              <li key={alert.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
                <TriangleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden />
                <div className="min-w-0 flex-1 basis-64">
                  <p className="font-semibold">{alert.summary}</p>
                  <p>{alert.action}</p>
                </div>
                <p className="text-label">
                  Open since <Timestamp at={alert.openedAt} />
                </p>
                <Link to={alertLink(alert)} className="font-semibold underline underline-offset-4">
                  {alertLinkLabel(alert)}
                </Link>
              </li>
            ))}
          </ul>
          {alerts.length > MAX_SHOWN && (
            <Link to="/alerts" className="block border-t border-danger/25 px-4 py-2 text-sm font-semibold underline">
              {`View all ${alerts.length} alerts`}
            </Link>
          )}
        </div>
      )}
    </div>
  );
}
