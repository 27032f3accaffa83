import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';

/** Probe now, take out of rotation, put back. */
export function ProviderActions({ provider }: { provider: ProviderOverview }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isRotating, setRotating] = useState(false);
  const { name, outOfRotation, isCheckPending } = provider;
  const path = `/api/admin/providers/${encodeURIComponent(name)}`;
  const refresh = () => cache.invalidateQueries({ queryKey: ['providers'] });
  const check = useMutation({
    mutationFn: () => client.send('POST', `${path}/check`),
    onSuccess: () => toast.success(`A worker is checking ${name}`),
    onSettled: refresh,
  });
  const rotate = async (reason: string) => {
    await client.send('POST', `${path}/${outOfRotation ? 'put-back' : 'take-out'}`, { reason });
    toast.success(outOfRotation ? `${name} is back in rotation` : `${name} is out of rotation`);
    await refresh();
  };
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3">
      {check.isError && <Alert tone="danger">{errorMessage(check.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="secondary"
          size="sm"
          aria-label={`Probe now: ${name}`}
          busy={check.isPending || isCheckPending}
          onClick={() => check.mutate()}
        >
          Probe now
        </Button>
        <Button
          tone={outOfRotation ? 'primary' : 'danger'}
          size="sm"
          aria-label={`${outOfRotation ? 'Put back' : 'Take out of rotation'}: ${name}`}
          onClick={() => setRotating(true)}
        >
          {outOfRotation ? 'Put back…' : 'Take out of rotation…'}
        </Button>
      </div>
      {isRotating && <RotationDialog provider={provider} onConfirm={rotate} onClose={() => setRotating(false)} />}
    </div>
  );
}

interface RotationDialogProps {
  provider: ProviderOverview;
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}

function RotationDialog({ provider: { name, outOfRotation, soleFor }, onConfirm, onClose }: RotationDialogProps) {
  // The dialog keeps the state that the provider had when it opened, because the operator decides about that state.
  const [isOut] = useState(outOfRotation !== null);
  return (
    <ReasonedDialog
      onClose={onClose}
      title={isOut ? `Put ${name} back into rotation?` : `Take ${name} out of rotation?`}
      description={
        isOut
          ? 'It receives jobs again immediately.'
          : 'It receives no new jobs until you put it back, even after a restart. Jobs that it is running will finish.'
      }
      confirmLabel={isOut ? 'Put back' : 'Take out of rotation'}
      isDangerous={!isOut}
      onConfirm={onConfirm}
    >
      {!isOut && soleFor.length > 0 && (
        <Alert tone="danger">
          {`No other provider in rotation can run ${soleFor.join(', ')}. Those jobs will wait until you put ${name} back.`}
        </Alert>
      )}
    </ReasonedDialog>
  );
}
