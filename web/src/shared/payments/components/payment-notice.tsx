import { Alert } from '@luit/ui/alert';
import { paymentNotices } from '../copy';
import { usePayment } from '../payment-provider';

/** Payment messages outside the dialog: a closed checkout, a verification in progress or a failure. */
export function PaymentNotice({ className }: { className?: string }) {
  const { error, notice, loading, clearError } = usePayment();
  if (error) {
    return (
      <Alert tone="danger" className={className} onDismiss={clearError}>
        {error}
      </Alert>
    );
  }
  if (loading === 'verify') return <Alert className={className}>{paymentNotices.verifying}</Alert>;
  return notice ? <Alert className={className}>{notice}</Alert> : null;
}
