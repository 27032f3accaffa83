import { clsx } from 'clsx';
import { Suspense } from 'react';
import { NavLink } from 'react-router-dom';
import { lazyPart } from '../../lib/lazy-part';
import type { BarWidth, NavigationLink } from './links';

const MoreMenu = lazyPart(() => import('./more-menu'), 'hidden');

/** Classes of an entry of the bar. */
export const ENTRY =
  'flex min-h-10 items-center rounded-control px-2.5 text-sm font-medium whitespace-nowrap transition-colors min-[90rem]:px-3';
export const entryTone = (isActive: boolean) =>
  isActive
    ? 'font-semibold text-ink underline decoration-accent decoration-[3px] underline-offset-8'
    : 'text-ink/80 hover:bg-sunken hover:text-ink';

const VISIBLE: Record<BarWidth, string> = {
  tablet: '',
  laptop: 'hidden min-[75rem]:block',
  desktop: 'hidden min-[90rem]:block',
};

/** The entries of the bar, and a menu of those that it has no room for. */
export function BarLinks({ links }: { links: (NavigationLink & { from?: BarWidth })[] }) {
  const others = links.filter(({ from }) => from && from !== 'tablet');
  return (
    <ul className="flex items-center gap-0.5">
      {links.map(({ from = 'tablet', ...link }) => (
        <li key={link.to} className={VISIBLE[from]}>
          <BarLink {...link} />
        </li>
      ))}
      {others.length > 0 && (
        <li className="min-[90rem]:hidden">
          <Suspense>
            <MoreMenu links={others} />
          </Suspense>
        </li>
      )}
    </ul>
  );
}

export function BarLink({ to, label }: NavigationLink) {
  return (
    <NavLink to={to} end className={({ isActive }) => clsx(ENTRY, entryTone(isActive))}>
      {label}
    </NavLink>
  );
}
