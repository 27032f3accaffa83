import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useServices } from '../../lib/services';
import { examplesQuery } from './examples-query';

/** Takes a video out of the gallery after a confirmation. */
export function RemoveButton({ id, title, label = 'Remove' }: { id: string; title: string; label?: string }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const remove = async () => {
    await client.send('DELETE', `/api/admin/examples/${id}`);
    toast.success(`${title} is no longer in the gallery`);
    await cache.invalidateQueries(examplesQuery(client));
  };
  return (
    <>
      <Button tone="ghost" size="sm" aria-label={`${label}: ${title}`} onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Remove from the gallery?"
        description={title}
        confirmLabel="Remove"
        onConfirm={remove}
      >
        <p>The web app no longer shows it. The video stays in the library of its owner.</p>
      </ConfirmDialog>
    </>
  );
}
