import type { Alert } from '@luit/contracts/alerts/alerts';
import { Badge } from '@luit/ui/badge';
import { buttonClass } from '@luit/ui/button';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sentenceCase } from '../../lib/format';
import { Elapsed } from '../../components/elapsed';
import { alertLink, alertLinkLabel, KIND_LABELS } from './alert-links';
import { AlertButtons, AlertState } from './alert-marks';
import { runbookPath } from './runbooks';

/** An alert: how severe it is, what is wrong, and what to do, with the first action first. */
export function AlertEntry({ alert }: { alert: Alert }) {
  const { kind, severity, muted, openedAt, closedAt, causeId, summary, action } = alert;
  const isUrgent = !closedAt && !muted;
  return (
    <div className={`grid grid-cols-1 gap-2 ${causeId ? 'border-l-2 border-line pl-4' : ''}`}>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-label text-muted">
        <Badge tone={!isUrgent ? 'neutral' : severity === 'critical' ? 'danger' : 'accent'}>
          {closedAt ? 'Closed' : muted ? 'Muted' : sentenceCase(severity)}
        </Badge>
        <span className="font-semibold">{KIND_LABELS[kind]}</span>
        {causeId && <span>Effect</span>}
        {!closedAt && (
          <span>
            for <Elapsed since={openedAt} />
          </span>
        )}
      </p>
      <div>
        <p className="font-semibold wrap-anywhere">{summary}</p>
        {!closedAt && <p className="mt-0.5 text-sm wrap-anywhere text-muted">{action}</p>}
      </div>
      <AlertState alert={alert} />
      <div className="flex flex-wrap gap-2">
        {!closedAt && alertLink(alert) !== '/alerts' && (
          <Link to={alertLink(alert)} className={buttonClass('primary', 'sm')}>
            {alertLinkLabel(alert)}
          </Link>
        )}
        <Link to={runbookPath(kind)} className={buttonClass('secondary', 'sm')}>
          <BookOpen className="size-4" aria-hidden />
          Runbook
          <span className="sr-only">: {KIND_LABELS[kind]}</span>
        </Link>
        <AlertButtons alert={alert} />
      </div>
    </div>
  );
}
