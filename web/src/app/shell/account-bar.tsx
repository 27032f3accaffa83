import { QueryClientProvider } from '@tanstack/react-query';
import { BalanceChip } from '../../features/credits/components/balance-chip';
import { queryClient } from '../../lib/query-client';
import { UserMenu } from './user-menu';

/** The balance and the user menu in the navigation bar. */
export default function AccountBar() {
  return (
    <QueryClientProvider client={queryClient}>
      <BalanceChip />
      <UserMenu />
    </QueryClientProvider>
  );
}
