import { Button } from '@luit/ui/button';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { PasskeySetUp } from './passkey-set-up';
import { RecoveryCodes } from './recovery-codes';
import { TotpSetUp } from './totp-set-up';

interface FactorSetUpProps {
  isPasskeyPossible: boolean;
  /** False if the operator already has an authenticator app. */
  isTotpPossible?: boolean;
  /** Called after the operator has seen the recovery codes, if there are any. */
  onDone: () => void;
}

/** Adds a passkey or an authenticator app, and shows the recovery codes that the first factor brings. */
export function FactorSetUp({ isPasskeyPossible, isTotpPossible = true, onDone }: FactorSetUpProps) {
  const [kind, setKind] = useState<'passkey' | 'totp' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const added = ({ recoveryCodes }: { recoveryCodes?: string[] }) =>
    recoveryCodes ? setCodes(recoveryCodes) : onDone();

  if (codes) return <RecoveryCodes codes={codes} onSaved={onDone} />;
  if (kind === 'totp') return <TotpSetUp onAdded={added} onBack={() => setKind(null)} />;
  if (kind === 'passkey') return <PasskeySetUp onAdded={added} onBack={() => setKind(null)} />;
  return (
    <div className="grid gap-3">
      <Button
        tone="secondary"
        icon={<KeyRound className="size-4" aria-hidden />}
        disabled={!isPasskeyPossible}
        onClick={() => setKind('passkey')}
      >
        Add a passkey
      </Button>
      {!isPasskeyPossible && (
        <p className="text-sm text-muted">
          Browsers support passkeys only on a host name, but you opened this installation by its IP address.
        </p>
      )}
      {isTotpPossible && (
        <Button tone="secondary" icon={<Smartphone className="size-4" aria-hidden />} onClick={() => setKind('totp')}>
          Add an authenticator app
        </Button>
      )}
    </div>
  );
}
