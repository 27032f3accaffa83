import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OperatorProfile } from '@luit/contracts/auth/operators';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { ROLE_LABELS, useOperator } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { OwnFactors } from './own-factors';
import { OwnSessions } from './own-sessions';
import { PasswordForm } from './password-form';
import type { AdminClient } from '../../lib/admin-client';

const profileQuery = (client: AdminClient) =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => client.get<OperatorProfile>('/api/admin/profile', signal),
  });

export default function ProfilePage() {
  const { client } = useServices();
  const operator = useOperator();
  const query = useQuery(profileQuery(client));
  return (
    <>
      <PageHeader
        title="Your profile"
        description={operator && `${operator.name} · ${operator.email} · ${ROLE_LABELS[operator.role]}`}
      />
      <QueryPanel query={query} loading="Loading your profile">
        {(profile) => (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <OwnFactors profile={profile} />
            <PasswordForm />
            <div className="lg:col-span-2">
              <OwnSessions sessions={profile.sessions} />
            </div>
          </div>
        )}
      </QueryPanel>
    </>
  );
}
