import { isPermitted, type Permission } from '@luit/contracts/auth/operator-permissions';
import { APPROVAL_PERMISSIONS } from '@luit/contracts/billing/approval-permissions';
import type { Approval } from '@luit/contracts/billing/approvals';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan, useOperator } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { describe, STATE_LABELS } from './approval-words';
import { APPROVALS_PATH } from './approvals-query';

const DONE = {
  executed: 'Approved and applied',
  approved: 'Approved; Luit is applying it',
  declined: 'Declined',
} as const;

/** Buttons to approve or decline another operator's request, or to withdraw an own one. */
export function ApprovalActions({ approval }: { approval: Approval }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const operator = useOperator();
  const mayDecide = useCan('approvals.decide');
  const needed: readonly Permission[] = APPROVAL_PERMISSIONS[approval.action.kind];
  const mayAct = operator === null || needed.every((permission) => isPermitted(operator.role, permission));
  const [decision, setDecision] = useState<'approve' | 'decline' | null>(null);
  if (approval.state !== 'pending' || !mayDecide || !mayAct) return null;
  const isOwn = operator?.email === approval.requestedBy;
  const declineLabel = isOwn ? 'Withdraw' : 'Decline';
  const isApproving = decision === 'approve';
  const confirm = async (reason: string) => {
    const path = `${APPROVALS_PATH}/${approval.id}/${decision}`;
    const { state, failure } = await client.send<Approval>('POST', path, reason ? { reason } : {});
    await cache.invalidateQueries();
    if (state === 'failed') toast.error(failure ?? 'It could not be applied');
    else toast.success(state in DONE ? DONE[state as keyof typeof DONE] : STATE_LABELS[state]);
  };
  return (
    <div className="flex flex-wrap gap-2">
      {!isOwn && (
        <Button size="sm" onClick={() => setDecision('approve')}>
          Approve
        </Button>
      )}
      <Button tone="secondary" size="sm" onClick={() => setDecision('decline')}>
        {declineLabel}
      </Button>
      {decision && (
        <ReasonedDialog
          onClose={() => setDecision(null)}
          title={isApproving ? 'Approve this request?' : `${declineLabel} this request?`}
          description={`${describe(approval).text}. Requested by ${approval.requestedBy}: ${approval.reason}`}
          confirmLabel={isApproving ? 'Approve' : declineLabel}
          isDangerous={isApproving}
          asksReason={!isApproving}
          onConfirm={confirm}
        >
          {isApproving && (
            <p>Luit applies it immediately and exactly as shown, or not at all if anything has changed since.</p>
          )}
        </ReasonedDialog>
      )}
    </div>
  );
}
