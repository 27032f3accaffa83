import { clsx } from 'clsx';
import { NavLink } from 'react-router-dom';
import type { NavigationLink } from './links';

/** Classes of an entry of the bar. Its text gets a second line where a language has longer words than the bar has room for. */
export const ENTRY =
  'flex min-h-10 items-center rounded-control px-2.5 text-sm leading-tight font-medium transition-colors @min-[105rem]:px-3';
export const entryTone = (isActive: boolean) =>
  isActive
    ? 'font-semibold text-ink underline decoration-accent decoration-[3px] underline-offset-8'
    : 'text-ink/80 hover:bg-sunken hover:text-ink';

export function BarLink({ to, label }: NavigationLink) {
  return (
    <NavLink to={to} end className={({ isActive }) => clsx(ENTRY, entryTone(isActive))}>
      {label}
    </NavLink>
  );
}
