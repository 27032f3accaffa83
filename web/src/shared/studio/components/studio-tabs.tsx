import { t } from '@lingui/core/macro';
import { clsx } from 'clsx';
import { NavLink } from 'react-router-dom';
import { STUDIO_TABS } from '../copy';

/** Links between the three pages of the workspace. */
export function StudioTabs() {
  return (
    <nav aria-label={t`What you start with`} className="mt-5 border-b border-line">
      <ul className="-mb-px flex gap-1 max-sm:grid max-sm:grid-cols-3 max-sm:gap-0">
        {STUDIO_TABS.map(({ to, label }) => (
          <li key={to} className="grid">
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                clsx(
                  'flex min-h-11 items-center justify-center border-b-[3px] px-4 text-center text-sm leading-tight font-semibold max-sm:px-1',
                  isActive
                    ? 'border-accent text-ink'
                    : 'border-transparent text-muted hover:border-edge hover:text-ink',
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
