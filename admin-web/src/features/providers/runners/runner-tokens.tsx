import type { RunnerToken } from '@luit/contracts/generation/runners';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../../components/reasoned-dialog';
import { formatDateTime } from '../../../lib/format';
import { useCan } from '../../../lib/operator';
import { useServices } from '../../../lib/services';
import { runnersPath } from './runners-query';

export function RunnerTokens({ instance, tokens }: { instance: string; tokens: RunnerToken[] }) {
  const mayChange = useCan('providers.change');
  const [revoking, setRevoking] = useState<RunnerToken | null>(null);
  if (tokens.length === 0) return null;
  return (
    <>
      <ul aria-label="Tokens" className="divide-y divide-line border-t border-line text-sm">
        {tokens.map((token) => (
          <li key={token.id} className="flex items-center justify-between gap-3 px-4 py-2">
            <span className="min-w-0 flex-1">
              <span className="block">{token.name}</span>
              <span className="block text-label text-muted wrap-anywhere">
                {`luit_runner_…${token.last4} · ${token.models ? token.models.join(', ') : 'all models'} · ${usedText(token)}`}
              </span>
            </span>
            {mayChange && (
              <Button size="sm" tone="danger" aria-label={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
                Revoke…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {revoking && <RevokeDialog instance={instance} token={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

interface RevokeDialogProps {
  instance: string;
  token: RunnerToken;
  onClose: () => void;
}

function RevokeDialog({ instance, token: { id, name }, onClose }: RevokeDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const revoke = async (reason: string) => {
    await client.send('POST', `${runnersPath(instance)}/runner-tokens/${id}/revoke`, { reason });
    toast.success(`Revoked the token of ${name}`);
    await cache.invalidateQueries({ queryKey: ['runners', instance] });
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title={`Revoke the token of ${name}?`}
      description="Its runners get no more jobs, and what they are making now goes to other runners."
      confirmLabel="Revoke"
      isDangerous
      onConfirm={revoke}
    />
  );
}

function usedText({ lastSeenAt }: RunnerToken): string {
  return lastSeenAt ? `last used ${formatDateTime(lastSeenAt)}` : 'not used yet';
}
