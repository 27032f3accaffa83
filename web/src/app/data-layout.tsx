import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { PaymentProvider } from '../shared/payments/payment-provider';
import { queryClient } from '../lib/query-client';

/** Provides the query cache and the payment state to pages that load data. */
export default function DataLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <PaymentProvider>
        <Outlet />
      </PaymentProvider>
    </QueryClientProvider>
  );
}
