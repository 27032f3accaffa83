import type { JobMoneyMovement } from '@luit/contracts/billing/job-money';
import { Badge } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import { Link } from 'react-router-dom';
import { formatNumber, formatPaise, formatTime } from '../../lib/format';
import { MONEY_LABELS } from './job-format';
import type { JobView } from '../live-operations/jobs-queries';

const KINDS: Record<JobMoneyMovement['kind'], string> = {
  hold: 'Held',
  capture: 'Captured',
  release: 'Returned',
  return: 'Refunded',
  card_refund: 'Refunded to card',
};

/** Who pays for the job, and every movement of its credits. */
export function JobMoney({ view: { job, movements } }: { view: JobView }) {
  return (
    <Card className="min-w-0 p-5 text-sm">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="text-label text-muted eyebrow">Payment</h2>
        <Badge tone={MONEY_LABELS[job.money].tone}>{MONEY_LABELS[job.money].label}</Badge>
      </div>
      <p className="mb-2">
        <span className="text-[1.625rem] leading-none font-semibold tabular-nums">
          {formatNumber(job.cost_credits)}
        </span>{' '}
        <span>credits, {job.is_free_retry ? 'free retry' : 'paid by the user'}</span>
        {job.money_reason && <span className="block text-muted">{job.money_reason}</span>}
      </p>
      <ul className="mb-3 divide-y divide-line">
        {movements.map(({ kind, credits, amountPaise, at }) => (
          <li key={`${kind} ${at}`} className="flex flex-wrap justify-between gap-x-3 py-1.5">
            <span>{KINDS[kind]}</span>
            <span className="text-muted tabular-nums">
              {amountPaise === null ? `${formatNumber(credits)} credits` : formatPaise(amountPaise)} · {formatTime(at)}
            </span>
          </li>
        ))}
      </ul>
      <p className="truncate">
        <span className="text-muted">User </span>
        <Link
          to={`/users?q=${encodeURIComponent(job.user_email ?? job.user_id)}`}
          className="font-medium underline underline-offset-4"
        >
          {job.user_email ?? `Guest ${job.user_id.slice(-6)}`}
        </Link>
        {' · '}
        <Link to={`/jobs?user=${job.user_id}`} className="underline underline-offset-4">
          All jobs
        </Link>
      </p>
    </Card>
  );
}
