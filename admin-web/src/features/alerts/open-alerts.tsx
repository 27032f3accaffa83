import type { Alert } from '@luit/contracts/alerts/alerts';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Timestamp } from '../../components/timestamp';
import { alertLink } from './alert-links';

const MAX_SHOWN = 3;

/** A banner with the open alerts at the top of the page. */
export function OpenAlerts({ alerts }: { alerts: Alert[] }) {
  return (
    <div role="region" aria-label="Open alerts" aria-live="assertive">
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
                  View
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
