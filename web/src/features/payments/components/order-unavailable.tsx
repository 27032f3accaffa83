import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { useSession } from '../../../lib/services';
import type { UnavailableReason } from '../use-order-request';
import { OrderMessage } from './order-message';

interface OrderUnavailableProps {
  reason: UnavailableReason;
  requestId: string;
}

/** Why an order is not shown, and what to do about it. */
export function OrderUnavailable({ reason, requestId }: OrderUnavailableProps) {
  const { status } = useSession();
  const contact = (
    <Link to="/contact" className={buttonClass('secondary')}>
      {t`Contact us`}
    </Link>
  );
  const another = (
    <Link to="/pay-once" className={buttonClass('secondary')}>
      {t`Place another order`}
    </Link>
  );
  switch (reason) {
    case 'loading':
      return (
        <OrderMessage
          title={t`Opening your order`}
          text={t`This takes a moment. If nothing happens, check your connection; this page keeps trying.`}
        />
      );
    case 'waiting':
      return (
        <OrderMessage
          title={t`Waiting for your payment`}
          text={t`Banks can take a few minutes to confirm a payment. What you ordered then starts on its own and this page shows it. If you closed the checkout without paying, nothing was charged: go back and pay.`}
          hint={t`Still waiting after 10 minutes? Don’t pay twice. Contact us with the Request ID ${requestId}.`}
        >
          <Link to="/pay-once" className={buttonClass('primary')}>
            {t`Go back and pay`}
          </Link>
          {contact}
        </OrderMessage>
      );
    case 'notFound':
      return (
        <OrderMessage
          title={t`Order not found`}
          text={t`Check that you have the whole link. Unpaid orders are deleted after 30 days.`}
          hint={askUs(requestId)}
        >
          {contact}
          {another}
        </OrderMessage>
      );
    case 'forbidden':
      return (
        <OrderMessage
          title={t`You can’t open this order here`}
          text={t`Open the link we emailed you, or use the browser you paid with. If you were signed in when you paid, sign in to that account.`}
          hint={askUs(requestId)}
        >
          {status !== 'signed-in' && (
            <Link
              to="/auth"
              state={{ from: { pathname: `/order/${requestId}`, search: '' } }}
              className={buttonClass('primary')}
            >
              {t`Sign in`}
            </Link>
          )}
          {contact}
          {another}
        </OrderMessage>
      );
  }
}

function askUs(requestId: string) {
  return t`If that doesn’t help, contact us with the Request ID ${requestId}.`;
}
