import type { AdminUserDetails } from '@luit/contracts/http/admin-users';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { LogOut, Mail } from 'lucide-react';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

/** Buttons that help a user: sign-out everywhere, and another confirmation mail. */
export function SupportActions({ user }: { user: AdminUserDetails }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [pending, setPending] = useState<'sign-out' | 'resend-confirmation' | null>(null);
  const canSignOut = useCan('users.sign_out') && user.devices.length > 0;
  const canResend = useCan('users.resend_confirmation') && user.status === 'active' && !user.email_confirmed_at;
  const isSigningOut = pending === 'sign-out';
  const confirm = async (reason: string) => {
    await client.send('POST', `/api/admin/users/${user.id}/${pending}`, reason ? { reason } : {});
    toast.success(isSigningOut ? 'Signed out everywhere' : 'Confirmation email sent');
    await cache.invalidateQueries({ queryKey: ['user', user.id] });
  };
  return (
    <>
      {canResend && (
        <Button
          tone="secondary"
          size="sm"
          icon={<Mail className="size-4" aria-hidden />}
          onClick={() => setPending('resend-confirmation')}
        >
          Resend confirmation
        </Button>
      )}
      {canSignOut && (
        <Button
          tone="secondary"
          size="sm"
          icon={<LogOut className="size-4" aria-hidden />}
          onClick={() => setPending('sign-out')}
        >
          Sign out everywhere
        </Button>
      )}
      {pending && (
        <ReasonedDialog
          onClose={() => setPending(null)}
          title={isSigningOut ? 'Sign this user out everywhere?' : 'Resend the confirmation?'}
          description={user.email}
          confirmLabel={isSigningOut ? 'Sign out everywhere' : 'Send email'}
          asksReason={isSigningOut}
          onConfirm={confirm}
        >
          <p>
            {isSigningOut
              ? 'All sessions end immediately. The user can sign in again. Running jobs continue.'
              : 'The user gets an email with a new link to confirm the address.'}
          </p>
        </ReasonedDialog>
      )}
    </>
  );
}
