import type { Approval } from '@luit/contracts/billing/approvals';
import type { AdminUser } from '@luit/contracts/http/admin-users';
import { Button, buttonClass, type ButtonTone } from '@luit/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, ShieldCheck, Trash2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from '@luit/ui/toaster';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';
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
      'This cannot be undone. Luit cancels open jobs, refunds unused credits, and erases files and personal data. It keeps payments and ledger entries.',
    done: 'Account deletion started',
  },
};

/** Buttons to view, block or unblock, and delete a user. */
export function UserActions({ user, hasView = true }: { user: AdminUser; hasView?: boolean }) {
  const [pending, setPending] = useState<Action | null>(null);
  const isOpen = user.status === 'active' || user.status === 'blocked';
  const canBlock = useCan('users.block') && isOpen;
  const canDelete = useCan('users.delete') && isOpen;
  // A list of users would otherwise be a column of red buttons.
  const tone = hasView ? 'secondary' : 'danger';
  return (
    <div className="flex flex-wrap justify-end gap-1.5 sm:max-lg:flex-nowrap xl:flex-nowrap">
      {hasView && (
        <Link
          to={`/users/${user.id}`}
          aria-label={`View ${user.email}`}
          className={buttonClass('secondary', 'sm', 'px-2.5!')}
        >
          View
        </Link>
      )}
      {canBlock && user.status === 'active' && (
        <ActionButton
          label="Block"
          email={user.email}
          tone={tone}
          Icon={hasView ? undefined : Ban}
          onClick={() => setPending('block')}
        />
      )}
      {canBlock && user.status === 'blocked' && (
        <ActionButton
          label="Unblock"
          email={user.email}
          tone="secondary"
          Icon={hasView ? undefined : ShieldCheck}
          onClick={() => setPending('unblock')}
        />
      )}
      {canDelete && (
        <ActionButton
          label="Delete"
          email={user.email}
          tone={tone}
          Icon={hasView ? undefined : Trash2}
          onClick={() => setPending('delete')}
        />
      )}
      {pending && <ActionDialog user={user} action={pending} onClose={() => setPending(null)} />}
    </div>
  );
}

interface ActionButtonProps {
  label: string;
  /** Part of the accessible name: a list has one such button per user. */
  email: string;
  tone: ButtonTone;
  /** Absent in a list, where three buttons have to fit beside the other columns. */
  Icon?: LucideIcon;
  onClick: () => void;
}

function ActionButton({ label, email, tone, Icon, onClick }: ActionButtonProps) {
  return (
    <Button
      tone={tone}
      size="sm"
      className="px-2.5!"
      aria-label={`${label} ${email}`}
      icon={Icon && <Icon className="size-4" aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

interface Answer {
  /** The id of the deletion that waits for a second operator. */
  approval?: Approval | null;
}

function ActionDialog({ user, action, onClose }: { user: AdminUser; action: Action; onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { title, description, done } = TEXTS[action];
  const path = `/api/admin/users/${user.id}`;

  const confirm = async (reason: string) => {
    const body = reason ? { reason } : {};
    const { approval } =
      action === 'delete'
        ? await client.send<Answer>('DELETE', path, body)
        : await client.send<Answer>('PATCH', `${path}/${action}`, body);
    toast.success(approval ? waitingText(approval) : done);
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
