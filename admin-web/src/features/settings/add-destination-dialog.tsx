import type { AlertDestination } from '@luit/contracts/alerts/alert-destinations';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';

const KINDS = [
  { value: 'mail', label: 'Email' },
  { value: 'slack', label: 'Slack (incoming webhook)' },
  { value: 'json', label: 'Webhook (signed JSON)' },
];

interface Added {
  destination: AlertDestination;
  /** Shown once. */
  secret: string | null;
}

/** Adds an address or a webhook, and shows the secret of a signed webhook once. */
export function AddDestinationDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [kind, setKind] = useState('mail');
  const [address, setAddress] = useState('');
  const isMail = kind === 'mail';
  const add = useMutation({
    mutationFn: () =>
      client.send<Added>(
        'POST',
        '/api/admin/alert-destinations',
        isMail ? { kind, address: address.trim() } : { kind: 'webhook', url: address.trim(), format: kind },
      ),
    onSuccess: async ({ secret }) => {
      await cache.invalidateQueries({ queryKey: ['alert-destinations'] });
      if (!secret) onClose();
    },
  });
  if (add.data?.secret) return <SecretDialog secret={add.data.secret} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title="Add an alert destination">
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) add.mutate();
        }}
      >
        <Select label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          {KINDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Input
          label={isMail ? 'Email address' : 'URL'}
          type={isMail ? 'email' : 'url'}
          value={address}
          maxLength={1_000}
          onChange={(event) => setAddress(event.target.value)}
          hint={
            isMail
              ? undefined
              : 'It must begin with https:// and be on the public internet. Only its host is shown later.'
          }
        />
        {add.isError && <Alert tone="danger">{errorMessage(add.error)}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={add.isPending} disabled={address.trim() === ''}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Signing secret"
      description="Your receiver needs it to verify the webhook-signature header, as described in the Standard Webhooks specification. It will not be shown again."
    >
      <p className="rounded-control bg-sunken p-3 font-mono text-sm break-all select-all">{secret}</p>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>I have stored it</Button>
      </div>
    </Dialog>
  );
}
