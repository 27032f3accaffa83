import { buttonClass } from '@luit/ui/button';
import { Link, Navigate } from 'react-router-dom';
import { useSession } from '../../../lib/services';
import { CenteredCard } from '../../../shared/layout/centered-card';
import { deletionCopy } from '../deletion-copy';

/** Shown on every signed-in device once the deletion of the account has started. Nothing in it is true of a user who is signed in. */
export default function AccountDeletionPage() {
  const { status } = useSession();
  if (status === 'signed-in') return <Navigate replace to="/dashboard" />;
  return (
    <CenteredCard title={deletionCopy.pageTitle} lead={deletionCopy.pageLead}>
      <ol className="grid list-decimal gap-2 border-y border-line py-5 pl-5 marker:font-semibold marker:text-accent-text">
        {deletionCopy.pageSteps().map((step) => (
          <li key={step} className="pl-1.5">
            {step}
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">
        {deletionCopy.pageNotYou}{' '}
        <Link to="/contact" className="font-semibold text-info underline underline-offset-4">
          {deletionCopy.pageContact}
        </Link>
      </p>
      <Link to="/" className={buttonClass('secondary')}>
        {deletionCopy.pageHome}
      </Link>
    </CenteredCard>
  );
}
