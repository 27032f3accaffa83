import type { Alert } from '@luit/contracts/alerts/alerts';
import { Badge } from '@luit/ui/badge';
import { buttonClass } from '@luit/ui/button';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyMessage } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { sentenceCase } from '../../lib/format';
import { alertLink, alertLinkLabel, KIND_LABELS } from '../alerts/alert-links';
import { AlertButtons, AlertState } from '../alerts/alert-marks';
import { runbookPath } from '../alerts/runbooks';
import { Elapsed } from '../jobs/elapsed';

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
            <li key={alert.id} className="grid grid-cols-1 gap-2 px-4 py-3.5">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-label text-muted">
                <Badge tone={alert.muted ? 'neutral' : alert.severity === 'critical' ? 'danger' : 'accent'}>
                  {alert.muted ? 'Muted' : sentenceCase(alert.severity)}
                </Badge>
                <span className="font-semibold">{KIND_LABELS[alert.kind]}</span>
                <span>
                  for <Elapsed since={alert.openedAt} />
                </span>
              </p>
              <div>
                <p className="font-semibold wrap-anywhere">{alert.summary}</p>
                <p className="mt-0.5 text-sm wrap-anywhere text-muted">{alert.action}</p>
              </div>
              <AlertState alert={alert} />
              <div className="flex flex-wrap gap-2">
                {alertLink(alert) !== '/alerts' && (
                  <Link to={alertLink(alert)} className={buttonClass('primary', 'sm')}>
                    {alertLinkLabel(alert)}
                  </Link>
                )}
                <Link to={runbookPath(alert.kind)} className={buttonClass('secondary', 'sm')}>
                  <BookOpen className="size-4" aria-hidden />
                  Runbook
                  <span className="sr-only">: {KIND_LABELS[alert.kind]}</span>
                </Link>
                <AlertButtons alert={alert} />
              </div>
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

/** Those that page before muted ones, critical before others, the newest before the older. */
function byUrgency(alerts: Alert[]): Alert[] {
  const rank = ({ muted, severity }: Alert) => (muted ? 2 : severity === 'critical' ? 0 : 1);
  return alerts.toSorted((a, b) => rank(a) - rank(b));
}
