import { Eye } from 'lucide-react';
import { formatDateTime } from '../../lib/format';
import { useSession } from '../../lib/services';

const copy = {
  label: 'Impersonation',
  active: (email: string, until: string) => `Impersonating ${email} until ${until}. You can’t change anything.`,
  ended: 'This session has ended. Close this tab.',
} as const;

/** Marks every page while an operator impersonates a user. */
export default function ImpersonationBanner({ until }: { until: string }) {
  const { user } = useSession();
  return (
    <aside aria-label={copy.label} className="sticky top-0 z-50 bg-danger text-surface">
      <p className="page flex items-center gap-3 py-2 text-sm font-semibold break-all">
        <Eye className="size-4.5 shrink-0" aria-hidden />
        {user ? copy.active(user.email, formatDateTime(until)) : copy.ended}
      </p>
    </aside>
  );
}
