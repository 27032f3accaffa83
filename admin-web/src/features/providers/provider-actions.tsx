import type { InstanceState } from '@luit/contracts/generation/provider-instances';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { errorMessage } from '../../lib/admin-error';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { ProviderDialog } from './provider-dialog';

const STATES: Record<InstanceState, { label: string; done: string; description: string }> = {
  on: { label: 'Turn on', done: 'is on', description: 'It receives jobs immediately.' },
  draining: {
    label: 'Drain',
    done: 'is draining',
    description:
      'It receives no new jobs until you turn it on, even after a restart. Jobs that it is running will finish.',
  },
  off: {
    label: 'Turn off',
    done: 'is off',
    description: 'As draining. In addition, models that no other provider has are no longer offered.',
  },
};

/** Test the connection, turn on, drain, turn off, change. */
export function ProviderActions({ provider }: { provider: ProviderOverview }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const mayConnect = useCan('providers.connect');
  const [target, setTarget] = useState<InstanceState | null>(null);
  const [isChanging, setChanging] = useState(false);
  const { name, stopped, isCheckPending } = provider;
  const path = `/api/admin/providers/${encodeURIComponent(name)}`;
  const refresh = () => cache.invalidateQueries({ queryKey: ['providers'] });
  const check = useMutation({
    mutationFn: () => client.send('POST', `${path}/check`),
    onSuccess: () => toast.success(`A worker is testing the connection to ${name}`),
    onSettled: refresh,
  });
  const setState = async (state: InstanceState, reason: string) => {
    await client.send('POST', `${path}/state`, { state, reason });
    toast.success(`${name} ${STATES[state].done}`);
    await refresh();
  };
  const current = stopped?.state ?? 'on';
  const others = (['on', 'draining', 'off'] as const).filter((state) => state !== current);
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3">
      {check.isError && <Alert tone="danger">{errorMessage(check.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="secondary"
          size="sm"
          aria-label={`Test connection: ${name}`}
          busy={check.isPending || isCheckPending}
          onClick={() => check.mutate()}
        >
          Test connection
        </Button>
        {others.map((state) => (
          <Button
            key={state}
            tone={state === 'on' ? 'primary' : 'secondary'}
            size="sm"
            aria-label={`${STATES[state].label}: ${name}`}
            onClick={() => setTarget(state)}
          >
            {`${STATES[state].label}…`}
          </Button>
        ))}
        {mayConnect && (
          <Button tone="secondary" size="sm" aria-label={`Change: ${name}`} onClick={() => setChanging(true)}>
            Change…
          </Button>
        )}
      </div>
      {target && (
        <StateDialog
          provider={provider}
          target={target}
          onConfirm={(reason) => setState(target, reason)}
          onClose={() => setTarget(null)}
        />
      )}
      {isChanging && <ProviderDialog provider={provider} onClose={() => setChanging(false)} />}
    </div>
  );
}

interface StateDialogProps {
  provider: ProviderOverview;
  target: InstanceState;
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}

function StateDialog({ provider: { name, soleFor }, target, onConfirm, onClose }: StateDialogProps) {
  const { label, description } = STATES[target];
  return (
    <ReasonedDialog
      onClose={onClose}
      title={`${label} ${name}?`}
      description={description}
      confirmLabel={label}
      isDangerous={target !== 'on'}
      onConfirm={onConfirm}
    >
      {target !== 'on' && soleFor.length > 0 && (
        <Alert tone="danger">
          {`No other provider that is on can run ${soleFor.join(', ')}. Those jobs will wait until you turn ${name} on.`}
        </Alert>
      )}
    </ReasonedDialog>
  );
}
