import type { OperatorProfile } from '@luit/contracts/auth/operators';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Section } from '../../components/section';
import { errorMessage } from '../../lib/admin-error';
import { formatDateTime } from '../../lib/format';
import { useServices } from '../../lib/services';

export function OwnSessions({ sessions }: Pick<OperatorProfile, 'sessions'>) {
  const { client } = useServices();
  const cache = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => client.send('DELETE', `/api/admin/profile/sessions/${id}`),
    onSuccess: () => toast.success('Session ended'),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['profile'] }),
  });
  return (
    <Section title="Your sessions">
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, ip, last_used_at, current }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-sm">
            <div className="min-w-0">
              <p className="font-medium break-words">
                <span>{device}</span> {current && <Badge tone="success">This session</Badge>}
              </p>
              <p className="break-words text-muted">
                {ip}, last used {formatDateTime(last_used_at)}
              </p>
            </div>
            {!current && (
              <Button
                size="sm"
                tone="secondary"
                busy={revoke.isPending && revoke.variables === id}
                disabled={revoke.isPending}
                onClick={() => revoke.mutate(id)}
              >
                End session
                <span className="sr-only">{`: ${device}, ${ip}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
