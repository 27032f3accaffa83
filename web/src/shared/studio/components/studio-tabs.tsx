import { t } from '@lingui/core/macro';
import { clsx } from 'clsx';
import { NavLink } from 'react-router-dom';

/** The tabs of the workspace, each the page of one kind of input. */
const STUDIO_TABS = [
  {
    to: '/image-to-video',
    get label() {
      return t`From a prompt`;
    },
  },
  {
    to: '/image-to-video-upload',
    get label() {
      return t`From an image`;
    },
  },
  {
    to: '/create-image',
    get label() {
      return t`Create an image`;
    },
  },
  {
    to: '/restore-image',
    get label() {
      return t`Restore a photo`;
    },
  },
] as const;
/** Links between the pages of the workspace. */
export function StudioTabs() {
  return (
    <nav aria-label={t`What you start with`} className="border-b border-line">
      <ul className="-mb-px flex gap-1 max-sm:grid max-sm:grid-cols-4 max-sm:gap-0">
        {STUDIO_TABS.map(({ to, label }) => (
          <li key={to} className="grid">
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                clsx(
                  'flex min-h-11 items-center justify-center border-b-[3px] px-4 text-center text-sm leading-tight font-semibold wrap-anywhere max-sm:px-1',
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
