import type { Alert } from '@luit/contracts/alerts/alerts';
import { EmptyMessage } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { AlertEntry } from '../alerts/alert-entry';
import { byUrgency } from '../alerts/by-urgency';

const SHOWN = 5;

/** Open alerts, each with its first action and its runbook. */
export function AlertList({ alerts, open }: { alerts: Alert[]; open: number }) {
  if (open === 0) return <EmptyMessage>No open alerts</EmptyMessage>;
  return (
    <>
      <ul className="divide-y divide-line">
        {byUrgency(alerts)
          .slice(0, SHOWN)
          .map((alert) => (
            <li key={alert.id} className="px-4 py-3.5">
              <AlertEntry alert={alert} />
            </li>
          ))}
      </ul>
      {open > SHOWN && (
        <p className="border-t border-line px-4 py-2.5 text-sm">
          <TextLink to="/alerts?state=open">{`All ${open} open alerts`}</TextLink>
        </p>
      )}
    </>
  );
}
