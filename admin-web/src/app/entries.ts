import { isPermitted, type OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { type AdminPage, PAGES } from './pages';

export interface Entry extends NonNullable<AdminPage['link']> {
  /** The first of its pages that the role permits. */
  path: string;
  /** All of its pages that the role permits, if they are several. */
  tabs: { path: string; label: string }[];
  /** The path of its page in the list, whatever the role permits. */
  id: string;
}

/** The entries of the navigation with a page that the role may open. @param role undefined while it is not known: everything */
export function entriesFor(role: OperatorRole | undefined): Entry[] {
  const permitted = PAGES.filter(({ permission }) => !role || isPermitted(role, permission));
  return PAGES.flatMap(({ path: id, link }) => {
    if (!link) return [];
    const pages = permitted.filter(({ path, tab }) => path === id || tab?.of === id);
    const [first] = pages;
    if (!first) return [];
    const tabs = pages.length > 1 ? pages.map(({ path, tab }) => ({ path, label: tab?.label ?? link.label })) : [];
    return [{ ...link, id, path: first.path, tabs }];
  });
}

/** What the search finds by name. */
export function namedPages(role: OperatorRole | undefined): { label: string; path: string }[] {
  return entriesFor(role).flatMap(({ label, path, tabs }) => [
    { label, path },
    ...tabs.filter((tab) => tab.label !== label).map((tab) => ({ path: tab.path, label: `${label}: ${tab.label}` })),
  ]);
}

/** Whether a path belongs to the page with this path, or to a page of one of its rows. */
export function isBelow(pathname: string, path: string): boolean {
  return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
}
