import type { BillingSettings } from '@luit/contracts/billing/settings';
import { hasApprovals } from '@luit/contracts/billing/value-changes';
import { Alert } from '@luit/ui/alert';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../lib/services';

/** Whether a second operator approves changes without a bound, such as lower prices. */
export function useHasApprovals(): boolean {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.get<BillingSettings>('/api/admin/settings', signal),
  });
  return data !== undefined && hasApprovals(data.approveAbove);
}

/** Says before a change that a second operator must approve it, and why. */
export function SecondOperatorNotice({ why }: { why: string }) {
  return <Alert tone="info">{`${why}, so a second operator must approve this. Nothing changes until then.`}</Alert>;
}
