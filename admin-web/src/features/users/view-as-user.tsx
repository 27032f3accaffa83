import type { UserView } from '@luit/contracts/auth/user-views';
import type { AdminUserDetails } from '@luit/contracts/http/admin-users';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Eye } from 'lucide-react';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { errorMessage } from '../../lib/admin-error';
import { formatDateTime } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

type StartedView = UserView & { url: string };

/** Opens the web app as a user sees it, read-only and for 15 minutes. */
export function ViewAsUser({ user: { id, email, status } }: { user: AdminUserDetails }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const mayView = useCan('users.view_as');
  const [isOpen, setOpen] = useState(false);
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
  const start = async (reason: string) => {
    setView(await client.send<StartedView>('POST', path, { reason }));
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
          <span className="text-muted">Viewing until {formatDateTime(view.ends_at)}</span>
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
      {isOpen && (
        <ReasonedDialog
          onClose={() => setOpen(false)}
          title="View as this user?"
          description={email}
          confirmLabel="Start view"
          onConfirm={start}
        >
          <p>
            For 15 minutes, you see the web app as this user does. Nothing can be changed. The view is recorded in the
            audit log.
          </p>
        </ReasonedDialog>
      )}
    </>
  );
}
