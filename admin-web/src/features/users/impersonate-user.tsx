import type { Impersonation } from '@luit/contracts/auth/impersonations';
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

type StartedImpersonation = Impersonation & { url: string };

/** Opens the web app as a user sees it, read-only and for 15 minutes. */
export function ImpersonateUser({ user: { id, email, status } }: { user: AdminUserDetails }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const mayImpersonate = useCan('users.view_as');
  const [isOpen, setOpen] = useState(false);
  const [impersonation, setImpersonation] = useState<StartedImpersonation | null>(null);
  const path = `/api/admin/users/${id}/views`;
  const refresh = () => cache.invalidateQueries({ queryKey: ['user', id] });
  const end = useMutation({
    mutationFn: (sessionId: string) => client.send('POST', `${path}/${sessionId}/end`),
    onSuccess: () => {
      setImpersonation(null);
      return refresh();
    },
  });
  if (!mayImpersonate || (status !== 'active' && status !== 'blocked')) return null;
  const start = async (reason: string) => {
    setImpersonation(await client.send<StartedImpersonation>('POST', path, { reason }));
    await refresh();
  };
  return (
    <>
      {!impersonation && (
        <Button tone="secondary" size="sm" icon={<Eye className="size-4" aria-hidden />} onClick={() => setOpen(true)}>
          Impersonate
        </Button>
      )}
      {impersonation && (
        <div role="status" className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-muted">Impersonating until {formatDateTime(impersonation.ends_at)}</span>
          <a
            href={impersonation.url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('secondary', 'sm')}
          >
            <ExternalLink className="size-4" aria-hidden />
            Open web app
          </a>
          <Button size="sm" busy={end.isPending} onClick={() => end.mutate(impersonation.id)}>
            End session
          </Button>
        </div>
      )}
      {end.isError && <Alert tone="danger">{errorMessage(end.error)}</Alert>}
      {isOpen && (
        <ReasonedDialog
          onClose={() => setOpen(false)}
          title="Impersonate this user?"
          description={email}
          confirmLabel="Start session"
          onConfirm={start}
        >
          <p>
            For 15 minutes, you see the web app as this user does. Nothing can be changed. The session is recorded in
            the audit log.
          </p>
        </ReasonedDialog>
      )}
    </>
  );
}
