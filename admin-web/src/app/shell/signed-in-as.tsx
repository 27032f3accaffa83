import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { errorMessage } from '../../lib/admin-error';
import { useAdmin, useServices } from '../../lib/services';

/** Shows the operator's email and signs out, which also ends the session on the server. */
export function SignedInAs() {
  const { client } = useServices();
  const { email } = useAdmin();
  const signOut = useMutation({
    mutationFn: () => client.logout(),
    onError: (error) => toast.error(`Could not sign out. ${errorMessage(error)}`),
  });
  return (
    <div className="flex shrink-0 items-center gap-2 border-t border-line px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-label text-muted">Signed in as</p>
        <p title={email ?? undefined} className="truncate text-sm font-medium">
          {email}
        </p>
      </div>
      <Button
        tone="ghost"
        size="sm"
        busy={signOut.isPending}
        icon={<LogOut className="size-4" aria-hidden />}
        onClick={() => signOut.mutate()}
      >
        <span className="sr-only">Sign out</span>
      </Button>
    </div>
  );
}
