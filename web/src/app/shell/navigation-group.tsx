import { t } from '@lingui/core/macro';
import { Menu } from '@luit/ui/menu';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { BarLink, ENTRY, entryTone } from './bar-link';
import type { NavigationLink } from './links';

/** Links of the bar below one button. */
export default function NavigationGroup({ name, links }: { name: string; links: NavigationLink[] }) {
  const { pathname } = useLocation();
  const isCurrent = links.some(({ to }) => to === pathname);
  return (
    <Menu
      label={isCurrent ? t`${name} (current)` : name}
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
