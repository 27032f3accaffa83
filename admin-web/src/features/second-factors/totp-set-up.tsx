import { ErrorState } from '@luit/ui/error-state';
import { Input } from '@luit/ui/input';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useState } from 'react';
import { TableSkeleton } from '../../components/table-skeleton';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';
import { SetUpForm } from './set-up-form';

interface TotpSetUpProps {
  onAdded: (answer: { recoveryCodes?: string[] }) => void;
  onBack: () => void;
}

/** Shows the secret of a new authenticator app and asks for its first code. */
export function TotpSetUp({ onAdded, onBack }: TotpSetUpProps) {
  const { client } = useServices();
  const [code, setCode] = useState('');
  const start = useMutation({
    mutationFn: () => client.send<{ secret: string; uri: string }>('POST', '/api/admin/profile/totp'),
  });
  const confirm = useMutation({
    mutationFn: () => client.send<{ recoveryCodes?: string[] }>('PUT', '/api/admin/profile/totp', { code }),
    onSuccess: onAdded,
    onError: () => setCode(''),
  });
  const { mutate, data } = start;
  useEffect(() => mutate(), [mutate]);

  if (start.isError) return <ErrorState title={errorMessage(start.error)} onRetry={() => mutate()} />;
  if (!data) return <TableSkeleton label="Preparing the authenticator app" />;
  return (
    <SetUpForm
      submitLabel="Confirm"
      isReady={code.trim() !== ''}
      isBusy={confirm.isPending}
      error={confirm.isError ? errorMessage(confirm.error) : undefined}
      onSubmit={() => confirm.mutate()}
      onBack={onBack}
    >
      <p>Scan this code with your authenticator app, then enter the six digits that it shows.</p>
      {/* Scanners need a light background in both themes. */}
      <div className="justify-self-center rounded-control bg-white p-4">
        <QRCodeSVG value={data.uri} size={184} title="QR code for your authenticator app" />
      </div>
      <div className="text-sm">
        <p className="text-muted">Or enter this key:</p>
        <code className="font-mono break-all select-all">{data.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
      </div>
      <Input
        label="Code from your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </SetUpForm>
  );
}
