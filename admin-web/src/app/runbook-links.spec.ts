import type { AlertKind } from '@luit/contracts/alerts/alerts';
import { describe, expect, it } from 'vitest';
import { linksOf, RUNBOOKS } from '../features/alerts/runbooks';
import { LIST_FILTERS } from '../lib/list-filters';
import { PAGES } from './pages';

const PATHS = PAGES.map(({ path }) => path);
const isList = (path: string): path is keyof typeof LIST_FILTERS => Object.hasOwn(LIST_FILTERS, path);

/** The path of the page that an address opens. */
function pageOf(pathname: string): string | undefined {
  const [, first, ...rest] = pathname.split('/');
  return (
    PATHS.find((path) => path === pathname) ?? PATHS.find((path) => path === `/${first}/:kind` && rest.length === 1)
  );
}

describe('the links of runbooks', () => {
  it.each(Object.entries(RUNBOOKS))('%s leads to pages that exist, with filters that they have', (_kind, { steps }) => {
    for (const { to } of steps.flatMap(linksOf)) {
      const { pathname, searchParams } = new URL(to, 'https://luit.example');
      expect(pageOf(pathname), to).toBeDefined();
      const list = pathname.slice(1);
      const known = isList(list) ? [...LIST_FILTERS[list], ...(list === 'jobs' ? ['sort'] : [])] : [];
      expect(known, to).toEqual(expect.arrayContaining([...searchParams.keys()]));
      if (pathname.startsWith('/runbooks/')) expect(Object.keys(RUNBOOKS)).toContain(pathname.split('/')[2]);
    }
  });

  it('every runbook of work in the app has a link; certificates and a full disk are work on a server', () => {
    const without = (Object.keys(RUNBOOKS) as AlertKind[]).filter(
      (kind) => RUNBOOKS[kind].steps.flatMap(linksOf).length === 0,
    );
    expect(without).toEqual(['content_credentials_failing', 'disk_nearly_full']);
  });
});
