import { t } from '@lingui/core/macro';
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { lazyPart } from '../../lib/lazy-part';
import { Loading } from '../../lib/loading';
import { ServiceStatusProvider, useServiceStatus } from '../../lib/service-status';
import { useServices } from '../../lib/services';
import { PageBoundary } from '../page-boundary';
import type { UnknownPageState } from '../unknown-page';
import { Footer } from './footer';
import { NavigationBar } from './navigation-bar';

/** These load after the first route, long before a connection is lost or someone scrolls down. */
const ConnectionBanner = lazyPart(() => import('./connection-banner'), 'hidden');
const ScrollToTopButton = lazyPart(() => import('./scroll-to-top-button'), 'hidden');
const ServiceBanner = lazyPart(() => import('./service-banner'), 'hidden');
const UnknownPageNotice = lazyPart(() => import('../unknown-page-notice'), 'hidden');
const ImpersonationBanner = lazyPart(() => import('./impersonation-banner'), 'hidden');

/** The layout around every page. */
export function Shell() {
  return (
    <ServiceStatusProvider>
      <Layout />
    </ServiceStatusProvider>
  );
}

function Layout() {
  const status = useServiceStatus();
  const { impersonation } = useServices();
  const { pathname, state } = useLocation();
  const { unknownPath } = (state ?? {}) as Partial<UnknownPageState>;
  const navigation = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);

  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    // Going back keeps the position that the browser or the page restored.
    if (navigation !== 'POP') window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, navigation]);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-primary px-4 py-2 font-semibold text-on-primary opacity-0 focus:translate-y-0 focus:opacity-100"
      >
        {t`Skip to content`}
      </a>
      {impersonation && (
        <Suspense>
          <ImpersonationBanner until={impersonation.until} />
        </Suspense>
      )}
      {(status.banner || status.newJobsPaused) && (
        <Suspense>
          <ServiceBanner status={status} />
        </Suspense>
      )}
      {/* Above the bar: below it, the scene of the home page would cover the notice. */}
      {unknownPath !== undefined && (
        <Suspense>
          <UnknownPageNotice path={unknownPath} />
        </Suspense>
      )}
      <NavigationBar />
      {/* As tall as the window below the bar, so that the footer is out of sight while a page grows. */}
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="flex min-h-[calc(100dvh-4.5rem)] flex-1 flex-col outline-none"
      >
        <PageBoundary key={pathname}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
      <Footer />
      <Suspense>
        <ScrollToTopButton />
        <ConnectionBanner />
      </Suspense>
    </div>
  );
}
