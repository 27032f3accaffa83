import type { WebhookRow } from '@luit/contracts/billing/webhook-events';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason, ReasonField } from '../../components/reason-field';
import { useServices } from '../../lib/services';
import { OUTCOMES } from './webhook-outcome';

/** Replays a webhook that had no effect, with a reason for the audit log. */
export function WebhookReplay({ webhook: { id } }: { webhook: WebhookRow }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const close = () => {
    setOpen(false);
    setReason('');
  };
  const replay = async () => {
    const path = `/api/admin/webhooks/${id}/replay`;
    const { outcome } = await client.send<Pick<WebhookRow, 'outcome'>>('POST', path, { reason: reason.trim() });
    toast.success(`Replayed: ${OUTCOMES[outcome].label}`);
    await cache.invalidateQueries();
  };
  return (
    <>
      <Button tone="secondary" size="sm" onClick={() => setOpen(true)}>
        Replay
      </Button>
      {isOpen && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title="Replay this webhook?"
          description="Luit applies it again as if Razorpay had just sent it. What took effect before is not repeated."
          confirmLabel="Replay webhook"
          isDisabled={!isReason(reason)}
          onConfirm={replay}
        >
          <ReasonField value={reason} onChange={setReason} />
        </ConfirmDialog>
      )}
    </>
  );
}
