import type { UserView } from '@luit/contracts/auth/user-views';
import type { AdminUserDetails } from '@luit/contracts/http/admin-users';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Eye } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason, ReasonField } from '../../components/reason-field';
import { errorMessage } from '../../lib/admin-error';
import { formatDateTime, TIME_ZONE_NAME } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

type StartedView = UserView & { url: string };

/** Opens the web app as a user sees it, read-only and for 15 minutes. */
export function ViewAsUser({ user: { id, email, status } }: { user: AdminUserDetails }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const mayView = useCan('users.view_as');
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [view, setView] = useState<StartedView | null>(null);
  const path = `/api/admin/users/${id}/views`;
  const refresh = () => cache.invalidateQueries({ queryKey: ['user', id] });
  const end = useMutation({
    mutationFn: (viewId: string) => client.send('POST', `${path}/${viewId}/end`),
    onSuccess: () => {
      setView(null);
      return refresh();
    },
  });
  if (!mayView || (status !== 'active' && status !== 'blocked')) return null;
  const close = () => {
    setOpen(false);
    setReason('');
  };
  const start = async () => {
    setView(await client.send<StartedView>('POST', path, { reason: reason.trim() }));
    await refresh();
  };
  return (
    <>
      {!view && (
        <Button tone="secondary" size="sm" icon={<Eye className="size-4" aria-hidden />} onClick={() => setOpen(true)}>
          View as user
        </Button>
      )}
      {view && (
        <div role="status" className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-muted">
            Viewing until {formatDateTime(view.ends_at)} {TIME_ZONE_NAME}
          </span>
          <a href={view.url} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary', 'sm')}>
            <ExternalLink className="size-4" aria-hidden />
            Open web app
          </a>
          <Button size="sm" busy={end.isPending} onClick={() => end.mutate(view.id)}>
            End view
          </Button>
        </div>
      )}
      {end.isError && <Alert tone="danger">{errorMessage(end.error)}</Alert>}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="View as this user?"
        description={email}
        confirmLabel="Start view"
        isDisabled={!isReason(reason)}
        onConfirm={start}
      >
        <p>You see the web app as this user does, for 15 minutes. Nothing can be changed. The audit log records it.</p>
        <ReasonField value={reason} onChange={setReason} />
      </ConfirmDialog>
    </>
  );
}
