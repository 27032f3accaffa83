import type { OperatorInvitation } from '@luit/contracts/auth/operators';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EmptyMessage, Section } from '../../components/section';
import { errorMessage } from '../../lib/admin-error';
import { formatDateTime } from '../../lib/format';
import { ROLE_LABELS } from '../../lib/operator';
import { useServices } from '../../lib/services';

export function InvitationList({ invitations }: { invitations: OperatorInvitation[] }) {
  return (
    <Section title="Open invitations">
      {invitations.length === 0 ? (
        <EmptyMessage>No open invitations</EmptyMessage>
      ) : (
        <ul className="divide-y divide-line">
          {invitations.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Invitation({ invitation }: { invitation: OperatorInvitation }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { id, email, role, invitedBy, expires_at, isExpired } = invitation;
  const options = {
    onError: (error: Error) => toast.error(errorMessage(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['operators'] }),
  };
  const resend = useMutation({
    ...options,
    mutationFn: () => client.send('POST', `/api/admin/invitations/${id}/resend`),
    onSuccess: () => toast.success(`A new invitation email to ${email} is queued. The earlier link no longer works.`),
  });
  const revoke = useMutation({
    ...options,
    mutationFn: () => client.send('DELETE', `/api/admin/invitations/${id}`),
    onSuccess: () => toast.success('Invitation revoked'),
  });
  const isBusy = resend.isPending || revoke.isPending;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 text-sm">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="break-words text-muted">
          {ROLE_LABELS[role]}, invited by {invitedBy}. {isExpired ? 'Expired' : 'Expires'} {formatDateTime(expires_at)}.
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          tone="secondary"
          aria-label={`Resend the invitation to ${email}`}
          busy={resend.isPending}
          disabled={isBusy}
          onClick={() => resend.mutate()}
        >
          Resend
        </Button>
        <Button
          size="sm"
          tone="danger"
          aria-label={`Revoke the invitation to ${email}`}
          busy={revoke.isPending}
          disabled={isBusy}
          onClick={() => revoke.mutate()}
        >
          Revoke
        </Button>
      </div>
    </li>
  );
}
