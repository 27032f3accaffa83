import { t } from '@lingui/core/macro';
import { Logo } from '@luit/ui/logo';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { prerenderable } from '../../lib/prerenderable';
import { FOOTER_LINKS } from './links';

export const LanguageSwitch = prerenderable(() => import('./language-switch'), 'hidden');

export function Footer() {
  return (
    <footer data-theme="dark" className="@container bg-[#071d22] text-ink">
      <div aria-hidden className="brand-border" />
      <div className="page grid gap-10 py-12 @3xl:grid-cols-[1fr_auto] @3xl:items-start">
        <div className="grid gap-3">
          <Logo />
          <p className="max-w-sm text-sm text-muted">
            {t`Luit is what people in Assam call the Brahmaputra. Videos from your words. Based in Assam, India, since 2025.`}
          </p>
          <Suspense>
            <LanguageSwitch />
          </Suspense>
        </div>
        <nav aria-label={t`Footer`}>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-10 gap-y-2.5 text-sm @3xl:grid-cols-[repeat(4,auto)]">
            {FOOTER_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="text-muted underline-offset-4 hover:text-ink hover:underline">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
