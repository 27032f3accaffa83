import { Link, useLocation } from 'react-router-dom';
import { useOperator } from '../../lib/operator';
import { entriesFor } from '../entries';

/** Links to the other pages of the same entry, above each of them. */
export function PageTabs() {
  const { pathname } = useLocation();
  const role = useOperator()?.role;
  const entry = entriesFor(role).find(({ tabs }) => tabs.some(({ path }) => path === pathname));
  if (!entry) return null;
  return (
    <nav aria-label={entry.label} className="mb-5 overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {entry.tabs.map(({ path, label }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={path === pathname ? 'page' : undefined}
              className="flex min-h-10 items-center border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
