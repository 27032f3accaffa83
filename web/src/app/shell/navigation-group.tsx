import { Menu } from '@luit/ui/menu';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { NavLink, useLocation } from 'react-router-dom';
import type { NavigationLink } from './links';

const ENTRY = 'flex min-h-10 items-center rounded-control px-3 text-sm font-medium whitespace-nowrap transition-colors';
const entryTone = (isActive: boolean) =>
  isActive
    ? 'font-semibold text-ink underline decoration-accent decoration-[3px] underline-offset-8'
    : 'text-ink/80 hover:bg-sunken hover:text-ink';

/** Links of the bar below one button. */
export function NavigationGroup({ name, links }: { name: string; links: NavigationLink[] }) {
  const { pathname } = useLocation();
  const isCurrent = links.some(({ to }) => to === pathname);
  return (
    <Menu
      label={isCurrent ? `${name} (current)` : name}
      align="start"
      trigger={
        <>
          {name}
          <ChevronDown className="size-4" aria-hidden />
        </>
      }
      triggerClassName={clsx(ENTRY, 'gap-1', entryTone(isCurrent))}
    >
      <ul aria-label={name}>
        {links.map((link) => (
          <li key={link.to} className="grid">
            <BarLink {...link} />
          </li>
        ))}
      </ul>
    </Menu>
  );
}

export function BarLink({ to, label }: NavigationLink) {
  return (
    <NavLink to={to} end className={({ isActive }) => clsx(ENTRY, entryTone(isActive))}>
      {label}
    </NavLink>
  );
}
