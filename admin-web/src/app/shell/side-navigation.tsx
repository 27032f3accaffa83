import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { pendingApprovalsQuery } from '../../features/approvals/approvals-query';
import { useCan, useOperator } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { entriesFor, type Entry, isBelow } from '../entries';
import {
  OpenAlertsCount,
  OpenDisputesCount,
  OpenMessagesCount,
  OpenReportsCount,
  PendingApprovalsCount,
} from './open-count';

/** Badges that count what waits for somebody, by entry. */
const COUNTS: Partial<Record<string, typeof OpenAlertsCount>> = {
  '/alerts': OpenAlertsCount,
  '/messages': OpenMessagesCount,
  '/content-reports': OpenReportsCount,
  '/disputes': OpenDisputesCount,
  '/approvals': PendingApprovalsCount,
};

/** Links to the pages that the operator's role permits. Approvals are in sight while one waits. */
export function SideNavigation() {
  const { pathname } = useLocation();
  const { client } = useServices();
  const mayApprove = useCan('approvals.read');
  const { data: approvals } = useQuery({ ...pendingApprovalsQuery(client), enabled: mayApprove });
  const entries = entriesFor(useOperator()?.role).map((entry) =>
    entry.id === '/approvals' && approvals?.pending ? { ...entry, group: '' as const } : entry,
  );
  const current = entries.find(({ path, tabs }) => [{ path }, ...tabs].some((page) => isBelow(pathname, page.path)));
  const groups = [...new Set(entries.map(({ group }) => group))].filter((group) => group !== 'More');
  const navigation = useRef<HTMLElement>(null);
  useEffect(() => {
    navigation.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  const linksOf = (group: Entry['group']) => (
    <ul className="grid gap-0.5">
      {entries
        .filter((entry) => entry.group === group)
        .map((entry) => (
          <NavigationEntry key={entry.id} entry={entry} isCurrent={entry.id === current?.id} />
        ))}
    </ul>
  );
  return (
    <nav ref={navigation} aria-label="Operations" className="grid gap-4 px-3 pt-4">
      {groups.map((group) =>
        group === '' ? (
          <div key={group}>{linksOf(group)}</div>
        ) : (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden className="mb-1 px-2.5 text-[0.75rem] text-muted eyebrow">
              {group}
            </p>
            {linksOf(group)}
          </div>
        ),
      )}
      <details key={current?.group} open={current?.group === 'More'} className="group">
        <summary className="mb-1 flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-control px-2.5 text-[0.75rem] text-muted eyebrow hover:text-ink">
          More
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
        </summary>
        {linksOf('More')}
      </details>
    </nav>
  );
}

function NavigationEntry({ entry: { id, path, label, Icon }, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  const Count = COUNTS[id];
  return (
    <li>
      <Link
        to={path}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex min-h-10 items-center gap-3 rounded-control border-l-3 border-transparent px-2.5 text-sm font-medium text-ink/80 transition-colors hover:bg-ink/8 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:bg-ink/10 aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:min-h-9"
      >
        <Icon className="size-4.5 shrink-0" aria-hidden />
        <span>{label}</span>
        {Count && <Count />}
      </Link>
    </li>
  );
}
