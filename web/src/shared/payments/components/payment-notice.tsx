import { Alert } from '@luit/ui/alert';
import { Link } from 'react-router-dom';
import { paymentMessages, paymentNotices } from '../copy';
import { usePayment } from '../payment-provider';

/** Payment messages outside the dialog: a closed checkout, a verification in progress or a failure. */
export function PaymentNotice({ className }: { className?: string }) {
  const { error, notice, loading } = usePayment();
  if (error) return <PaymentError className={className} />;
  if (loading === 'verify') return <Alert className={className}>{paymentNotices.verifying}</Alert>;
  return notice ? <Alert className={className}>{notice}</Alert> : null;
}

/** Why the last payment failed, with a way to support if only support can help. */
export function PaymentError({ className }: { className?: string }) {
  const { error, clearError } = usePayment();
  if (!error) return null;
  return (
    <Alert tone="danger" className={className} onDismiss={clearError}>
      {error}
      {error === paymentMessages.verifyFailed && (
        <Link to="/contact" className="mt-1.5 block font-semibold underline underline-offset-4">
          {paymentNotices.contact}
        </Link>
      )}
    </Alert>
  );
}
