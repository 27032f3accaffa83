import type { OperatorInvitation, OperatorRow } from '@luit/contracts/auth/operators';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { useServices } from '../../lib/services';
import { InvitationList } from './invitation-list';
import { InviteDialog } from './invite-dialog';
import { OperatorTable } from './operator-table';

interface Operators {
  operators: OperatorRow[];
  invitations: OperatorInvitation[];
}

export default function OperatorsPage() {
  const { client } = useServices();
  const [isInviting, setInviting] = useState(false);
  const query = useQuery({
    queryKey: ['operators'],
    queryFn: ({ signal }) => client.get<Operators>('/api/admin/operators', signal),
  });
  return (
    <>
      <PageHeader title="Operators" description="People who can sign in to this app, and their roles.">
        <Button size="sm" icon={<UserPlus className="size-4" aria-hidden />} onClick={() => setInviting(true)}>
          Invite
        </Button>
      </PageHeader>
      <QueryPanel query={query} loading="Loading operators">
        {({ operators, invitations }) => (
          <div className="grid gap-6">
            <OperatorTable operators={operators} />
            <InvitationList invitations={invitations} />
          </div>
        )}
      </QueryPanel>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
