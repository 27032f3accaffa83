import type { OperatorIdentity } from '@luit/contracts/auth/operators';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';
import { passkeyMessage } from './passkey-message';

interface SecondFactorFormProps {
  methods: OperatorIdentity['methods'];
  onVerified: (identity: OperatorIdentity) => void;
  /** Buttons beside the one that submits the code. */
  children?: ReactNode;
}

/** Asks for a passkey, a code of the authenticator app or a recovery code. */
export function SecondFactorForm({ methods, onVerified, children }: SecondFactorFormProps) {
  const { client } = useServices();
  const [isRecovery, setRecovery] = useState(!methods.hasTotp && !methods.hasPasskey);
  const [code, setCode] = useState('');
  const submit = (proof: object) => client.send<OperatorIdentity>('POST', '/api/admin/session/second-factor', proof);
  const byCode = useMutation({
    mutationFn: () => submit(isRecovery ? { recoveryCode: code } : { code }),
    onSuccess: onVerified,
    onError: () => setCode(''),
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await client.send<{ options: PublicKeyCredentialRequestOptionsJSON | null }>(
        'POST',
        '/api/admin/session/second-factor/options',
      );
      if (!options) throw new Error('You have no passkey. Use a code instead.');
      return submit({ passkey: await startAuthentication({ optionsJSON: options }) });
    },
    onSuccess: onVerified,
  });
  const failure = byCode.error ?? byPasskey.error;
  const hasCodeField = methods.hasTotp || isRecovery;

  return (
    <div className="grid gap-5">
      {failure && (
        <Alert tone="danger">{failure === byPasskey.error ? passkeyMessage(failure) : errorMessage(failure)}</Alert>
      )}
      {methods.hasPasskey && !isRecovery && (
        <Button
          tone={methods.hasTotp ? 'secondary' : 'primary'}
          icon={<KeyRound className="size-4" aria-hidden />}
          busy={byPasskey.isPending}
          onClick={() => {
            byCode.reset();
            byPasskey.mutate();
          }}
        >
          Use a passkey
        </Button>
      )}
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          byPasskey.reset();
          if (!byCode.isPending && code.trim()) byCode.mutate();
        }}
      >
        {hasCodeField && (
          <Input
            key={String(isRecovery)}
            label={isRecovery ? 'Recovery code' : 'Code from your authenticator app'}
            hint={isRecovery ? 'Each code works once.' : undefined}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Button
            tone="ghost"
            size="sm"
            className="mr-auto"
            onClick={() => {
              setRecovery(!isRecovery);
              setCode('');
              byCode.reset();
            }}
          >
            {isRecovery ? 'Use your second factor' : 'Use a recovery code'}
          </Button>
          <div className="contents">{children}</div>
          {hasCodeField && (
            <Button type="submit" busy={byCode.isPending} disabled={!code.trim()}>
              Confirm
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
