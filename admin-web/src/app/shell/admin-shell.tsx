import { Logo } from '@luit/ui/logo';
import { NavigationToggle, useNavigationPanel } from '@luit/ui/navigation-toggle';
import { ThemeToggle } from '@luit/ui/theme-toggle';
import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { TableSkeleton } from '../../components/table-skeleton';
import { PageBoundary } from '../page-boundary';
import { useOperator } from '../../lib/operator';
import { namedPages } from '../entries';
import { HOME } from '../pages';
import { ActiveRestrictions } from '../../features/maintenance/active-restrictions';
import { SearchEverything } from '../../features/search/search-everything';
import { PageTabs } from './page-tabs';
import { SideNavigation } from './side-navigation';
import { SignedInAs } from './signed-in-as';

/** The layout of every page: a sidebar on wide screens, a menu button on narrow ones. */
export function AdminShell() {
  const { pathname } = useLocation();
  const panel = useNavigationPanel(pathname);
  const role = useOperator()?.role;

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-primary px-4 py-2 text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <header data-theme="dark" className="sticky top-0 z-40 flex flex-col bg-[#071d22] text-ink lg:h-dvh">
        <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 px-4 lg:px-3 lg:py-3">
          <Link to={HOME} aria-label="Luit operations" className="mr-auto rounded-control lg:ml-3">
            <Logo />
          </Link>
          <SearchEverything pages={namedPages(role)} />
          <ThemeToggle />
          <NavigationToggle panel={panel} controls="operations" className="lg:hidden" />
        </div>
        <div aria-hidden className="brand-border shrink-0" />
        <div
          id="operations"
          className={`${panel.isOpen ? 'flex' : 'hidden'} max-h-[calc(100dvh-4.25rem)] min-h-0 flex-1 flex-col lg:flex lg:max-h-none`}
        >
          <div className="min-h-0 flex-1 scroll-pb-12 overflow-y-auto">
            <SideNavigation />
            {/* Fades the last visible entries while there are more below. At the end it covers only itself. */}
            <div
              aria-hidden
              className="pointer-events-none sticky bottom-0 h-12 bg-linear-to-t from-[#071d22] to-transparent"
            />
          </div>
          <SignedInAs />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-7">
        <div className="mx-auto max-w-[84rem]">
          <ActiveRestrictions />
          <PageTabs />
          <PageBoundary key={pathname}>
            <Suspense fallback={<TableSkeleton label="Loading page" />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </div>
      </main>
    </div>
  );
}
