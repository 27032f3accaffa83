import type { WebhookRow } from '@luit/contracts/billing/webhook-events';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { OUTCOMES } from './webhook-outcome';

/** Replays a webhook that had no effect, with a reason for the audit log. */
export function WebhookReplay({ webhook: { id } }: { webhook: WebhookRow }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const canReplay = useCan('webhooks.replay');
  const [isOpen, setOpen] = useState(false);
  if (!canReplay) return null;
  const replay = async (reason: string) => {
    const path = `/api/admin/webhooks/${id}/replay`;
    const { outcome } = await client.send<Pick<WebhookRow, 'outcome'>>('POST', path, { reason });
    toast.success(`Replayed: ${OUTCOMES[outcome].label}`);
    await cache.invalidateQueries();
  };
  return (
    <>
      <Button tone="secondary" size="sm" onClick={() => setOpen(true)}>
        Replay
      </Button>
      {isOpen && (
        <ReasonedDialog
          onClose={() => setOpen(false)}
          title="Replay this webhook?"
          description="Luit applies it again, as if Razorpay had just sent it. Anything that already took effect is not repeated."
          confirmLabel="Replay webhook"
          onConfirm={replay}
        />
      )}
    </>
  );
}
