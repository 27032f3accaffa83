import { t } from '@lingui/core/macro';
import type { ConsentNotice } from '@luit/contracts/auth/consent-notices';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { useServices, useSession } from '../../lib/services';
import { consentsQuery } from './consents-query';
import { useConsentChange } from './use-consent-change';

const TEXTS: Partial<Record<ConsentNotice, () => string>> = {
  terms: () => t`Our Terms of Service have changed.`,
  privacy: () => t`Our Privacy Policy has changed.`,
  age: () => t`Please confirm that you are 18 or older, or have the consent of a parent or guardian.`,
};
const PAGES: Partial<Record<ConsentNotice, string>> = { terms: '/terms', privacy: '/privacy' };

/** Asks again when a notice has a new version. It blocks nothing. Operators who impersonate the user cannot agree for them. */
export function ConsentBanner({ className }: { className?: string }) {
  const { impersonation } = useServices();
  const { user } = useSession();
  return user && !impersonation && <BannerOf key={user.id} className={className} />;
}

function BannerOf({ className }: { className?: string }) {
  const { api } = useServices();
  const { data: notices } = useQuery(consentsQuery(api));
  const { change, failure, pending, dismiss } = useConsentChange();
  const needed = (notices ?? []).filter((each) => each.needed);
  if (needed.length === 0) return null;
  return (
    <section aria-label={t`New versions`} className={clsx('grid gap-3', className)}>
      {failure && (
        <Alert tone="danger" onDismiss={dismiss}>
          {failure}
        </Alert>
      )}
      {needed.map(({ notice, version }) => (
        <Alert
          key={notice}
          tone="accent"
          action={
            <Button
              tone="secondary"
              size="sm"
              busy={pending?.notice === notice}
              onClick={() => change({ notice, version, given: true, source: 'banner' })}
            >
              {notice === 'age' ? t`I confirm` : t`I agree`}
            </Button>
          }
        >
          <span>{TEXTS[notice]?.()}</span>{' '}
          {PAGES[notice] && (
            <Link to={PAGES[notice]} className="font-semibold whitespace-nowrap underline underline-offset-4">
              {t`Read it`}
            </Link>
          )}
        </Alert>
      ))}
    </section>
  );
}
