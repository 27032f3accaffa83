import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { PasswordConfirmation } from '../shared/password-confirmation/password-confirmation';
import { PaymentProvider } from '../shared/payments/payment-provider';
import { queryClient } from '../lib/query-client';
import { MissingOffline } from './missing-offline';

/** In this chunk, because the pages of an account need both, and the first page neither. */
export { Protected } from './protected';

/** Provides the query cache and the payment state to pages that load data. */
export default function DataLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <PaymentProvider>
        <PasswordConfirmation>
          <MissingOffline />
          <Outlet />
        </PasswordConfirmation>
      </PaymentProvider>
    </QueryClientProvider>
  );
}
