import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';

const LINK = 'font-semibold text-info underline underline-offset-4';

/** What a person accepts by signing up. The versions of its texts are recorded. */
export function SignUpConsent() {
  return (
    <p className="text-sm text-muted">
      <Trans>
        By signing up you confirm that you are 18 or older or have parental consent, and that you accept our{' '}
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
