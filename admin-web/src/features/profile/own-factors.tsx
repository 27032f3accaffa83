import type { OperatorProfile } from '@luit/contracts/auth/operators';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { EmptyMessage, Section } from '../../components/section';
import { errorMessage } from '../../lib/admin-error';
import { formatDateTime } from '../../lib/format';
import { useServices } from '../../lib/services';
import { FactorSetUp } from '../second-factors/factor-set-up';
import { RecoveryCodes } from '../second-factors/recovery-codes';

interface Factor {
  path: string;
  name: string;
  details: string;
}

export function OwnFactors({ profile }: { profile: OperatorProfile }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Factor | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = () => cache.invalidateQueries();
  const renew = useMutation({
    mutationFn: () => client.send<{ recoveryCodes: string[] }>('POST', '/api/admin/profile/recovery-codes'),
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: refresh,
  });
  const factors = factorsOf(profile);

  return (
    <Section
      title="Second factors"
      action={
        <Button size="sm" onClick={() => setAdding(true)}>
          Add
        </Button>
      }
    >
      {factors.length === 0 && <EmptyMessage>No second factor. Only your password protects your account.</EmptyMessage>}
      <ul className="divide-y divide-line">
        {factors.map((factor) => (
          <li key={factor.path} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm">
            <div className="min-w-0">
              <p className="font-medium break-words">{factor.name}</p>
              <p className="text-muted">{factor.details}</p>
            </div>
            <Button size="sm" tone="danger" aria-label={`Remove ${factor.name}`} onClick={() => setRemoved(factor)}>
              Remove
            </Button>
          </li>
        ))}
        {factors.length > 0 && (
          <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm">
            <p>{profile.recoveryCodesLeft} unused recovery codes</p>
            <Button size="sm" tone="secondary" busy={renew.isPending} onClick={() => renew.mutate()}>
              Create new codes
            </Button>
          </li>
        )}
      </ul>
      <Dialog
        isOpen={isAdding}
        onClose={() => {
          setAdding(false);
          void refresh();
        }}
        title="Add a second factor"
      >
        <FactorSetUp
          isPasskeyPossible={profile.isPasskeyPossible}
          isTotpPossible={!profile.hasTotp}
          onDone={() => {
            setAdding(false);
            toast.success('Second factor added');
            void refresh();
          }}
        />
      </Dialog>
      <Dialog isOpen={codes !== null} onClose={() => setCodes(null)} title="New recovery codes">
        {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />}
      </Dialog>
      {removed && (
        <ConfirmDialog
          isOpen
          onClose={() => setRemoved(null)}
          title="Remove this second factor?"
          description={removed.name}
          confirmLabel="Remove"
          isDangerous
          onConfirm={async () => {
            await client.send('DELETE', removed.path);
            toast.success('Second factor removed');
            await refresh();
          }}
        >
          {factors.length === 1 && <p>This is your last one. Your recovery codes are removed with it.</p>}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function factorsOf({ hasTotp, passkeys }: OperatorProfile): Factor[] {
  const app: Factor = {
    path: '/api/admin/profile/totp',
    name: 'Authenticator app',
    details: 'Six-digit codes',
  };
  return [
    ...(hasTotp ? [app] : []),
    ...passkeys.map(({ id, name, last_used_at, created_at }) => ({
      path: `/api/admin/profile/passkeys/${id}`,
      name,
      details: last_used_at
        ? `Passkey, last used ${formatDateTime(last_used_at)}`
        : `Passkey, added ${formatDateTime(created_at)}`,
    })),
  ];
}
