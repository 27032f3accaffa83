import { Badge } from '@luit/ui/badge';
import { EmptyMessage } from '../../components/section';
import { Elapsed } from '../../components/elapsed';
import type { InvariantOverview } from '../invariants/invariants-query';

/** Violated invariants of money and jobs, and checks whose result is unknown. */
export function InvariantSummary({ overview: { items, unavailable } }: { overview: InvariantOverview }) {
  const violated = items.filter(({ violations }) => violations > 0);
  const overdue = items.filter(({ violations, isOverdue }) => violations === 0 && isOverdue);
  if (violated.length + overdue.length + unavailable.length === 0) {
    return <EmptyMessage>{`All ${items.length} invariants hold`}</EmptyMessage>;
  }
  return (
    <ul className="divide-y divide-line text-sm">
      {violated.map(({ service, name, invariant, violations, brokenSince }) => (
        <li key={`${service} ${name}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
          <Badge tone="danger">{`${violations} ${violations === 1 ? 'violation' : 'violations'}`}</Badge>
          <span className="min-w-0 flex-1 basis-48">
            <span>{`${invariant}: ${name}`}</span>
            {brokenSince && (
              <span className="block text-label text-muted">
                for <Elapsed since={brokenSince} />
              </span>
            )}
          </span>
        </li>
      ))}
      {unavailable.map((service) => (
        <li
          key={service}
          className="px-4 py-2.5 font-medium text-accent-text"
        >{`Could not load the invariants of ${service}.`}</li>
      ))}
      {overdue.length > 0 && (
        <li className="px-4 py-2.5 font-medium text-accent-text">
          {`Luit has not checked ${overdue.length} of ${items.length} invariants recently, so it is unknown whether they hold.`}
        </li>
      )}
    </ul>
  );
}
