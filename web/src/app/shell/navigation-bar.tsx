import { t } from '@lingui/core/macro';
import { Logo, LogoMark } from '@luit/ui/logo';
import { NavigationToggle, useNavigationPanel } from '@luit/ui/navigation-toggle';
import { ThemeToggle } from '@luit/ui/theme-toggle';
import { buttonClass } from '@luit/ui/button';
import { clsx } from 'clsx';
import { Suspense, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { lazyPart } from '../../lib/lazy-part';
import { useScrolledPast } from '../../lib/scroll';
import { useSession } from '../../lib/services';
import { BarLink } from './bar-link';
import { PUBLIC_LINKS } from './links';

const ToolLinks = lazyPart(() => import('./tool-links'), 'hidden');
const SignedInBar = lazyPart(() => import('./signed-in-bar'), 'hidden');

const STYLE_CHANGE_PAST_PX = 50;

export function NavigationBar() {
  const { status } = useSession();
  const { pathname } = useLocation();
  const isScrolled = useScrolledPast(STYLE_CHANGE_PAST_PX);
  const panel = useNavigationPanel(pathname);
  const isSignedIn = status === 'signed-in';
  useEffect(() => {
    if (isSignedIn || status === 'signed-out') clearSessionPlaceholder();
  }, [isSignedIn, status]);
  const isOverScene = pathname === '/' && !isScrolled && !panel.isOpen;

  return (
    <header
      data-theme={isOverScene ? 'dark' : undefined}
      data-scrolled={isScrolled}
      className={clsx(
        '@container sticky top-0 z-40 -mb-px border-b text-ink transition-[background-color,border-color,box-shadow] duration-200',
        isOverScene ? 'border-transparent' : 'border-line bg-surface/94 backdrop-blur-md',
        isScrolled && 'shadow-card',
      )}
    >
      <div className="mx-auto flex h-18 max-w-[105rem] items-center gap-2 px-[clamp(1.125rem,4vw,2.5rem)] @max-[22.5rem]:gap-1 @max-[22.5rem]:px-3">
        <Link to="/" aria-label={t`Luit home`} className="mr-auto rounded-control @3xl:mr-1 @min-[105rem]:mr-3">
          {/* The smallest phones, and enlarged texts, leave room for the full logo or for a long balance. */}
          <Logo className={isSignedIn ? '@max-[22.5rem]:hidden' : '@max-[16rem]:hidden'} />
          <LogoMark className={clsx('h-7 w-10', isSignedIn ? '@min-[22.5rem]:hidden' : '@min-[16rem]:hidden')} />
        </Link>
        <nav aria-label={t`Main`} className="mr-auto @max-3xl:hidden in-[[data-session]]:invisible">
          {isSignedIn ? (
            <Suspense>
              <ToolLinks place="bar" />
            </Suspense>
          ) : (
            <PublicLinks className="flex items-center gap-0.5" />
          )}
        </nav>
        {!isSignedIn && (
          <div className="@max-[40rem]:hidden in-[[data-session]]:hidden">
            <ThemeToggle />
          </div>
        )}
        {isSignedIn ? (
          <div className="flex h-10 min-w-42 items-center justify-end gap-2 @max-[22.5rem]:min-w-0 @max-[22.5rem]:gap-1 @min-[40rem]:min-w-48 @min-[40rem]:gap-4">
            <Suspense>
              <SignedInBar />
            </Suspense>
          </div>
        ) : (
          <Link
            to="/auth"
            className={buttonClass(
              'accent',
              'sm',
              'in-[[data-session]]:invisible in-[[data-session]]:w-42 @min-[40rem]:in-[[data-session]]:w-48',
            )}
          >
            {t`Sign in`}
          </Link>
        )}
        <NavigationToggle panel={panel} controls="navigation-panel" className="@3xl:hidden" />
      </div>
      {panel.isOpen && (
        <nav id="navigation-panel" aria-label={t`Main`} className="border-t border-line bg-surface @3xl:hidden">
          {isSignedIn ? (
            <Suspense>
              <ToolLinks place="panel" />
            </Suspense>
          ) : (
            <PublicLinks className="page grid grid-cols-2 gap-1 py-4" />
          )}
          <div className="page flex items-center justify-between border-t border-line py-2 text-sm font-medium">
            <span className="px-3">{t`Color theme`}</span>
            <ThemeToggle />
          </div>
        </nav>
      )}
    </header>
  );
}

function PublicLinks({ className }: { className: string }) {
  return (
    <ul className={className}>
      {PUBLIC_LINKS.map((link) => (
        <li key={link.to} className="grid">
          <BarLink {...link} />
        </li>
      ))}
    </ul>
  );
}

/** Removes the space that public/before-hydration.js reserves while the session is unknown. */
function clearSessionPlaceholder(): void {
  delete document.documentElement.dataset.session;
}
