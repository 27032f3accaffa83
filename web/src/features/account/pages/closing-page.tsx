import { buttonClass } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { AuthCard } from '../../auth/components/auth-card';
import { closingCopy } from '../copy';

/** Where everybody lands whose account is being deleted, on every device that was signed in. */
export default function ClosingPage() {
  return (
    <AuthCard hasWayBack={false} title={closingCopy.pageTitle} lead={closingCopy.pageLead}>
      <ol className="grid list-decimal gap-2 border-y border-line py-5 pl-5 marker:font-semibold marker:text-muga-text">
        {closingCopy.pageSteps.map((step) => (
          <li key={step} className="pl-1.5">
            {step}
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">
        {closingCopy.pageStranger}{' '}
        <Link to="/contact" className="font-semibold text-river underline underline-offset-4">
          {closingCopy.pageContact}
        </Link>
      </p>
      <Link to="/" className={buttonClass('quiet')}>
        {closingCopy.pageHome}
      </Link>
    </AuthCard>
  );
}
