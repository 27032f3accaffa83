import { t } from '@lingui/core/macro';
import { Menu } from '@luit/ui/menu';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { BarLink, ENTRY, entryTone } from './bar-link';
import { type BarWidth, SIGNED_IN_LINKS } from './signed-in-links';

const VISIBLE: Record<BarWidth, string | undefined> = {
  tablet: undefined,
  laptop: 'hidden @min-[75rem]:block',
  desktop: 'hidden @min-[105rem]:block',
};

/** The links of signed-in users: in the bar, with a menu of those that it has no room for, or all of them in the panel of a phone. */
export default function ToolLinks({ place }: { place: 'bar' | 'panel' }) {
  if (place === 'panel')
    return (
      <ul className="page grid grid-cols-2 gap-1 py-4">
        {SIGNED_IN_LINKS.map(({ link }) => (
          <li key={link.to} className="grid">
            <BarLink {...link} />
          </li>
        ))}
      </ul>
    );
  return (
    <ul className="flex items-center gap-0.5">
      {SIGNED_IN_LINKS.map(({ from, link }) => (
        <li key={link.to} className={VISIBLE[from]}>
          <BarLink {...link} />
        </li>
      ))}
      <li className="@min-[105rem]:hidden">
        <MoreMenu />
      </li>
    </ul>
  );
}

const CURRENT_BELOW_LAPTOP =
  '@max-[75rem]:font-semibold @max-[75rem]:underline decoration-accent decoration-[3px] underline-offset-8';

function MoreMenu() {
  const { pathname } = useLocation();
  const others = SIGNED_IN_LINKS.filter(({ from }) => from !== 'tablet');
  const current = others.find(({ link }) => link.to === pathname);
  return (
    <Menu
      label={current ? t`More, current page: ${{ page: current.link.label }}` : t`More`}
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
        {others.map(({ from, link }) => (
          <li key={link.to} className={clsx('grid', from === 'laptop' && '@min-[75rem]:hidden')}>
            <BarLink {...link} />
          </li>
        ))}
      </ul>
    </Menu>
  );
}
