import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useServices } from '../../lib/services';
import { RoleSelect } from './role-select';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<OperatorRole>('support');
  const invite = async () => {
    await client.send('POST', '/api/admin/invitations', { email: email.trim(), role });
    toast.success(`Invitation to ${email.trim()} queued`);
    await cache.invalidateQueries({ queryKey: ['operators'] });
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Invite an operator"
      description="They receive an email with a link that expires after three days."
      confirmLabel="Send invitation"
      isDisabled={!email.trim()}
      onConfirm={invite}
    >
      <Input
        label="Email"
        type="email"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RoleSelect value={role} onChange={setRole} />
    </ConfirmDialog>
  );
}
