import { QueryClientProvider } from '@tanstack/react-query';
import { BalanceChip } from '../../features/credits/components/balance-chip';
import { queryClient } from '../../lib/query-client';
import { UserMenu } from './user-menu';

/** The signed-in end of the navigation bar: the balance and the user menu. */
export default function AccountBar() {
  return (
    <QueryClientProvider client={queryClient}>
      <BalanceChip />
      <UserMenu />
    </QueryClientProvider>
  );
}
