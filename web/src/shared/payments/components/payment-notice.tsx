import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Link } from 'react-router-dom';
import { paymentMessages } from '../copy';
import { usePayment } from '../payment-provider';

/** Payment messages outside the dialog: a closed checkout, a verification in progress or a failure. */
export function PaymentNotice({ className }: { className?: string }) {
  const { error, notice, loading } = usePayment();
  if (error) return <PaymentError className={className} />;
  if (loading === 'verify') return <Alert className={className}>{t`Verifying your payment...`}</Alert>;
  return notice ? <Alert className={className}>{notice}</Alert> : null;
}

/** Why the last payment failed, with a way to support if only support can help. */
export function PaymentError({ className }: { className?: string }) {
  const { error, clearError } = usePayment();
  if (!error) return null;
  return (
    <Alert tone="danger" className={className} onDismiss={clearError}>
      <span>{error}</span>
      {error === paymentMessages.verifyFailed && (
        <Link to="/contact" className="mt-1.5 block font-semibold underline underline-offset-4">
          {t`Contact us`}
        </Link>
      )}
    </Alert>
  );
}
