import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { PaymentProvider } from '../features/payments/payment-provider';
import { queryClient } from '../lib/query-client';

/** What pages with data stand on: the query cache and the payment under way. */
export default function DataLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <PaymentProvider>
        <Outlet />
      </PaymentProvider>
    </QueryClientProvider>
  );
}
