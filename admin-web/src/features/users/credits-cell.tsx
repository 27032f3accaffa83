import type { AdminUserRow } from '@luit/contracts/http/admin-users';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { CreditsForm } from './credits-form';

/** A user's credits with an inline editor. */
export function CreditsCell({ user }: { user: Pick<AdminUserRow, 'id' | 'email' | 'credits' | 'status'> }) {
  const canAdjust = useCan('credits.adjust');
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <CreditsForm user={user} onDone={() => setEditing(false)} />;
  const isOpen = user.status === 'active' || user.status === 'blocked';
  return (
    <span className="inline-flex items-center gap-1">
      <span>{formatNumber(user.credits)}</span>
      {canAdjust && isOpen && (
        <button
          type="button"
          aria-label={`Edit credits of ${user.email}`}
          onClick={() => setEditing(true)}
          className="grid size-8 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
        >
          <Pencil className="size-3.5" aria-hidden />
        </button>
      )}
    </span>
  );
}
