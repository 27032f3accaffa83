import type { BillingSettings } from '@luit/contracts/billing/settings';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { useServices } from '../../lib/services';
import { SignupGrantForm } from './signup-grant-form';

export default function SettingsPage() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.get<BillingSettings>('/api/admin/settings', signal),
  });
  return (
    <>
      <PageHeader title="Settings" description="Changes apply immediately and are recorded in the audit log." />
      <QueryPanel query={query} loading="Loading settings">
        {(settings) => <SignupGrantForm grant={settings.signupGrant} />}
      </QueryPanel>
    </>
  );
}
