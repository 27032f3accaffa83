import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { Link, Navigate } from 'react-router-dom';
import { useSession } from '../../../lib/services';
import { CenteredCard } from '../../../shared/layout/centered-card';

/** Shown on every signed-in device once the deletion of the account has started. Nothing in it is true of a user who is signed in. */
export default function AccountDeletionPage() {
  const { status } = useSession();
  if (status === 'signed-in') return <Navigate replace to="/dashboard" />;
  return (
    <CenteredCard
      title={t`Your account is being deleted`}
      lead={t`You’re signed out on all devices. We’ll email you when it’s done, usually within a few minutes.`}
    >
      <ol className="grid list-decimal gap-2 border-y border-line py-5 pl-5 marker:font-semibold marker:text-accent-text">
        {[
          t`Jobs in progress are canceled.`,
          t`Unused credits you bought in the last 30 days are refunded to your original payment method.`,
          t`Your videos, images and prompts are deleted, followed by your personal data.`,
          t`Your email address becomes available for a new account.`,
        ].map((step) => (
          <li key={step} className="pl-1.5">
            {step}
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">
        {t`Didn’t request this?`}{' '}
        <Link to="/contact" className="font-semibold text-info underline underline-offset-4">
          {t`Contact us right away`}
        </Link>
      </p>
      <Link to="/" className={buttonClass('secondary')}>
        {t`Go to home page`}
      </Link>
    </CenteredCard>
  );
}
