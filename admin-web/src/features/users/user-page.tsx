import type { AdminUserDetails } from '@luit/contracts/http/admin-users';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { DescriptionList, Section } from '../../components/section';
import { UserBadge } from '../../components/status-badge';
import { Timestamp } from '../../components/timestamp';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { CreditsCell } from './credits-cell';
import { SupportActions } from './support-actions';
import { UserApiKeys } from './user-api-keys';
import { UserActions } from './user-actions';
import { DeviceList, LotList, UserAudit } from './user-lists';
import { ImpersonateUser } from './impersonate-user';
import { UserNotes } from './user-notes';
import { UserJobs, UserStatement } from './user-tables';
import { UserWebhooks } from './user-webhooks';

/** One account with its credits, sessions, transactions, jobs and operator activity. */
export default function UserPage() {
  const { userId = '' } = useParams();
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => client.get<AdminUserDetails>(`/api/admin/users/${encodeURIComponent(userId)}`, signal),
  });
  return (
    <>
      <PageHeader
        title={query.data?.email ?? 'User'}
        description={query.data?.name}
        back={<BackLink to="/users">Users</BackLink>}
      >
        {query.data && <ImpersonateUser user={query.data} />}
        {query.data && <SupportActions user={query.data} />}
        {query.data && <UserActions user={query.data} hasView={false} />}
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading user">
        {(user) => (
          <div className="grid gap-5 xl:grid-cols-2">
            <Section title="Account">
              <DescriptionList
                items={[
                  ['Status', <UserBadge key="status" status={user.status} />],
                  ['Credits', <CreditsCell key="credits" user={user} />],
                  ['Held for jobs', formatNumber(user.held)],
                  ['Created', <Timestamp key="created" at={user.created_at} />],
                  ['Confirmed', <Timestamp key="confirmed" at={user.email_confirmed_at} />],
                  ['Last sign-in', <Timestamp key="signed-in" at={user.last_sign_in_at} />],
                  ['Billing name', user.billing_profile?.name ?? 'Not provided'],
                  ['ID', user.id],
                ]}
              />
            </Section>
            <div className="grid content-start gap-5">
              <LotList lots={user.lots} />
              <DeviceList devices={user.devices} />
            </div>
            <div className="grid gap-5 xl:col-span-2">
              <UserNotes userId={user.id} />
              <UserApiKeys userId={user.id} />
              <UserWebhooks userId={user.id} />
              <UserStatement userId={user.id} />
              <UserJobs userId={user.id} />
              <UserAudit userId={user.id} entries={user.audit} />
            </div>
          </div>
        )}
      </QueryPanel>
    </>
  );
}
