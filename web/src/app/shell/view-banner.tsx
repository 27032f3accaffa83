import { Eye } from 'lucide-react';
import { formatDateTime } from '../../lib/format';
import { useSession } from '../../lib/services';

const copy = {
  label: 'Operator view',
  viewing: (email: string, until: string) => `Viewing as ${email} until ${until}. You can’t change anything.`,
  ended: 'This view has ended. Close this tab.',
} as const;

/** Marks every page while an operator views as a user. */
export default function ViewBanner({ until }: { until: string }) {
  const { user } = useSession();
  return (
    <aside aria-label={copy.label} className="sticky top-0 z-50 bg-danger text-surface">
      <p className="page flex items-center gap-3 py-2 text-sm font-semibold break-all">
        <Eye className="size-4.5 shrink-0" aria-hidden />
        {user ? copy.viewing(user.email, formatDateTime(until)) : copy.ended}
      </p>
    </aside>
  );
}
