import type { CallbackRow } from '@luit/contracts/operations/provider-callbacks';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

/** Tells a worker to process a callback again, with a reason for the audit log. */
export function CallbackReplay({ callback: { id } }: { callback: CallbackRow }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const canReplay = useCan('callbacks.replay');
  const [isOpen, setOpen] = useState(false);
  if (!canReplay) return null;
  const replay = async (reason: string) => {
    await client.send('POST', `/api/admin/callbacks/${id}/replay`, { reason });
    toast.success('A worker will process the callback again');
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
          title="Replay this callback?"
          description="A worker verifies it and asks the provider about its task, as if it had just arrived. Anything that already took effect is not repeated."
          confirmLabel="Replay callback"
          onConfirm={replay}
        />
      )}
    </>
  );
}
