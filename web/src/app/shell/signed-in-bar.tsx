import { QueryClientProvider } from '@tanstack/react-query';
import { BalanceChip } from '../../features/credits/components/balance-chip';
import { queryClient } from '../../lib/query-client';
import { CommandMenu } from './command-menu';
import { LiveActivity } from './live-activity';
import { UserMenu } from './user-menu';

/** What the navigation bar has for a signed-in user. It is one part, because each part costs requests and a render. */
export default function SignedInBar() {
  return (
    <QueryClientProvider client={queryClient}>
      <LiveActivity />
      <CommandMenu />
      <BalanceChip />
      <UserMenu />
    </QueryClientProvider>
  );
}
