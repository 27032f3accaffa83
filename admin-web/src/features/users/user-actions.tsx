import type { AdminUser } from '@luit/contracts/http/admin-users';
import { buttonClass } from '@luit/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, Eye, ShieldCheck, Trash2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from '@luit/ui/toaster';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { DeletionPreview } from './deletion-preview';

type Action = 'block' | 'unblock' | 'delete';

const TEXTS: Record<Action, { title: string; description: string; done: string }> = {
  block: {
    title: 'Block this user?',
    description: 'All sessions end immediately and the user cannot sign in. Running jobs continue.',
    done: 'User blocked',
  },
  unblock: { title: 'Unblock this user?', description: 'The user can sign in again.', done: 'User unblocked' },
  delete: {
    title: 'Delete this account?',
    description:
      'This cannot be undone. Open jobs are canceled, unused credits are refunded, and files and personal data are erased. Payments and ledger entries are kept.',
    done: 'Account deletion started',
  },
};

/** Buttons to view, block or unblock, and delete a user. */
export function UserActions({ user, hasView = true }: { user: AdminUser; hasView?: boolean }) {
  const [pending, setPending] = useState<Action | null>(null);
  const isOpen = user.status === 'active' || user.status === 'blocked';
  const canBlock = useCan('users.block') && isOpen;
  const canDelete = useCan('users.delete') && isOpen;
  return (
    <div className="flex justify-end gap-0.5">
      {hasView && (
        <Link
          to={`/users/${user.id}`}
          aria-label={`View ${user.email}`}
          title="View"
          className={buttonClass('ghost', 'sm', 'px-2!')}
        >
          <Eye className="size-4" aria-hidden />
        </Link>
      )}
      {canBlock && user.status === 'active' && (
        <IconButton label={`Block ${user.email}`} title="Block" Icon={Ban} onClick={() => setPending('block')} />
      )}
      {canBlock && user.status === 'blocked' && (
        <IconButton
          label={`Unblock ${user.email}`}
          title="Unblock"
          Icon={ShieldCheck}
          onClick={() => setPending('unblock')}
        />
      )}
      {canDelete && (
        <IconButton label={`Delete ${user.email}`} title="Delete" Icon={Trash2} onClick={() => setPending('delete')} />
      )}
      {pending && <ActionDialog user={user} action={pending} onClose={() => setPending(null)} />}
    </div>
  );
}

interface IconButtonProps {
  label: string;
  title: string;
  Icon: LucideIcon;
  onClick: () => void;
}

function IconButton({ label, title, Icon, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      onClick={onClick}
      className={buttonClass('ghost', 'sm', 'px-2!')}
    >
      <Icon className="size-4" aria-hidden />
    </button>
  );
}

function ActionDialog({ user, action, onClose }: { user: AdminUser; action: Action; onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { title, description, done } = TEXTS[action];
  const path = `/api/admin/users/${user.id}`;

  const confirm = async (reason: string) => {
    const body = reason ? { reason } : {};
    if (action === 'delete') await client.send('DELETE', path, body);
    else await client.send('PATCH', `${path}/${action}`, body);
    toast.success(done);
    await cache.invalidateQueries();
  };

  return (
    <ReasonedDialog
      onClose={onClose}
      title={title}
      description={user.email}
      confirmLabel={action === 'delete' ? 'Delete account' : action === 'block' ? 'Block' : 'Unblock'}
      isDangerous={action !== 'unblock'}
      asksReason={action !== 'unblock'}
      onConfirm={confirm}
    >
      <p className="text-left">{description}</p>
      {action === 'delete' && <DeletionPreview userId={user.id} />}
    </ReasonedDialog>
  );
}
