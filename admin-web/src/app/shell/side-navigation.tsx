import { isPermitted } from '@luit/contracts/auth/operator-permissions';
import { NavLink } from 'react-router-dom';
import { useOperator } from '../../lib/operator';
import { PAGES } from '../pages';
import { OpenAlertsCount, OpenMessagesCount, PendingApprovalsCount } from './open-count';

/** Badges that count open items, by path. */
const COUNTS: Partial<Record<string, typeof OpenAlertsCount>> = {
  '/alerts': OpenAlertsCount,
  '/messages': OpenMessagesCount,
  '/approvals': PendingApprovalsCount,
};

const LINKS = PAGES.flatMap(({ path, permission, link }) =>
  link ? [{ path, permission, ...link, Count: COUNTS[path] }] : [],
);

/** Links to the pages that the operator's role permits. */
export function SideNavigation() {
  const operator = useOperator();
  const links = LINKS.filter(({ permission }) => !operator || isPermitted(operator.role, permission));
  const groups = [...new Set(links.map(({ group }) => group))];
  return (
    <nav aria-label="Operations" className="grid gap-5 px-3 pt-5">
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <p aria-hidden className="mb-1.5 px-2.5 text-[0.75rem] text-muted eyebrow">
            {group}
          </p>
          <ul className="grid gap-0.5">
            {links
              .filter((link) => link.group === group)
              .map(({ path, label, Icon, Count }) => (
                <li key={path}>
                  <NavLink
                    to={path}
                    end={path === '/'}
                    className="flex min-h-10 items-center gap-3 rounded-control border-l-3 border-transparent px-2.5 text-sm font-medium text-ink/80 transition-colors hover:bg-ink/8 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:bg-ink/10 aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:min-h-9"
                  >
                    <Icon className="size-4.5 shrink-0" aria-hidden />
                    <span>{label}</span>
                    {Count && <Count />}
                  </NavLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
