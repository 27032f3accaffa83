import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';

const LINK = 'font-semibold text-info underline underline-offset-4';

/** What a guest agrees to by paying. The order stores the versions. */
export function GuestTerms() {
  return (
    <p className="text-sm text-muted">
      <Trans>
        By paying you confirm that you are 18 or older or have parental consent, and that you accept our{' '}
        <Link to="/terms" className={LINK}>
          Terms of Service
        </Link>{' '}
        and{' '}
        <Link to="/privacy" className={LINK}>
          Privacy Policy
        </Link>
        .
      </Trans>
    </p>
  );
}
