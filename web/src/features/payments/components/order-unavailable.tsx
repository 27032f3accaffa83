import { buttonClass } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { useSession } from '../../../lib/services';
import { orderCopy } from '../order-copy';
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
      {orderCopy.contact}
    </Link>
  );
  const another = (
    <Link to="/pay-once" className={buttonClass('secondary')}>
      {orderCopy.another}
    </Link>
  );
  switch (reason) {
    case 'loading':
      return <OrderMessage title={orderCopy.loadingTitle} text={orderCopy.loading} />;
    case 'waiting':
      return (
        <OrderMessage
          title={orderCopy.waitingTitle}
          text={orderCopy.waitingLong}
          hint={orderCopy.stillWaiting(requestId)}
        >
          <Link to="/pay-once" className={buttonClass('primary')}>
            {orderCopy.payAgain}
          </Link>
          {contact}
        </OrderMessage>
      );
    case 'notFound':
      return (
        <OrderMessage title={orderCopy.notFoundTitle} text={orderCopy.notFound} hint={orderCopy.askUs(requestId)}>
          {contact}
          {another}
        </OrderMessage>
      );
    case 'forbidden':
      return (
        <OrderMessage title={orderCopy.noAccessTitle} text={orderCopy.noAccess} hint={orderCopy.askUs(requestId)}>
          {status !== 'signed-in' && (
            <Link
              to="/auth"
              state={{ from: { pathname: `/order/${requestId}`, search: '' } }}
              className={buttonClass('primary')}
            >
              {orderCopy.signIn}
            </Link>
          )}
          {contact}
          {another}
        </OrderMessage>
      );
  }
}
