import { Input } from '@luit/ui/input';
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../lib/services';
import { passkeyMessage } from './passkey-message';
import { SetUpForm } from './set-up-form';

interface PasskeySetUpProps {
  onAdded: (answer: { recoveryCodes?: string[] }) => void;
  onBack: () => void;
}

/** Names a passkey and has the browser create it. */
export function PasskeySetUp({ onAdded, onBack }: PasskeySetUpProps) {
  const { client } = useServices();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: async () => {
      const { options } = await client.send<{ options: PublicKeyCredentialCreationOptionsJSON }>(
        'POST',
        '/api/admin/profile/passkeys/options',
      );
      const response = await startRegistration({ optionsJSON: options });
      return client.send<{ recoveryCodes?: string[] }>('POST', '/api/admin/profile/passkeys', {
        name: name.trim(),
        response,
      });
    },
    onSuccess: onAdded,
  });
  return (
    <SetUpForm
      submitLabel="Create passkey"
      isReady={name.trim() !== ''}
      isBusy={create.isPending}
      error={create.isError ? passkeyMessage(create.error) : undefined}
      onSubmit={() => create.mutate()}
      onBack={onBack}
    >
      <Input
        label="Name of the passkey"
        hint="For example, the device that stores it."
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </SetUpForm>
  );
}
