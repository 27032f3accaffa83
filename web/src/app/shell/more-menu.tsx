import { t } from '@lingui/core/macro';
import { Menu } from '@luit/ui/menu';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { BarLink, ENTRY, entryTone } from './bar-links';
import type { BarWidth, NavigationLink } from './links';

const CURRENT_BELOW_LAPTOP =
  'max-[75rem]:font-semibold max-[75rem]:underline decoration-accent decoration-[3px] underline-offset-8';

/** The links that the bar has no room for. */
export default function MoreMenu({ links }: { links: (NavigationLink & { from?: BarWidth })[] }) {
  const { pathname } = useLocation();
  const current = links.find(({ to }) => to === pathname);
  return (
    <Menu
      label={current ? t`More, current page: ${{ page: current.label }}` : t`More`}
      align="start"
      trigger={
        <>
          {t`More`}
          <ChevronDown className="size-4" aria-hidden />
        </>
      }
      triggerClassName={clsx(
        ENTRY,
        'gap-1',
        entryTone(current?.from === 'desktop'),
        current?.from === 'laptop' && CURRENT_BELOW_LAPTOP,
      )}
    >
      <ul aria-label={t`More`}>
        {links.map(({ from, ...link }) => (
          <li key={link.to} className={clsx('grid', from === 'laptop' && 'min-[75rem]:hidden')}>
            <BarLink {...link} />
          </li>
        ))}
      </ul>
    </Menu>
  );
}
