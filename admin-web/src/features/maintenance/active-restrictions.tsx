import { useQuery } from '@tanstack/react-query';
import { Construction } from 'lucide-react';
import { TextLink } from '../../components/text-link';
import { formatDateTime } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { serviceStatusQuery } from './service-status-query';

/** What is restricted for all creators now, at the top of every page. */
export function ActiveRestrictions() {
  const { client } = useServices();
  const canRead = useCan('operations.read');
  const { data } = useQuery({ ...serviceStatusQuery(client), enabled: canRead });
  if (!data?.banner && !data?.pause) return null;
  const { banner, pause } = data;
  return (
    <aside
      aria-label="Active restrictions"
      className="mb-5 flex items-start gap-3 rounded-control bg-accent-wash px-4 py-3 text-sm text-accent-text"
    >
      <Construction className="mt-0.5 size-4.5 shrink-0" aria-hidden />
      <div className="grid min-w-0 flex-1 gap-1 break-words">
        {pause && (
          <p>
            <strong className="font-semibold">New jobs are paused</strong> since {formatDateTime(pause.since)} by{' '}
            {pause.admin_email}: {pause.reason}
          </p>
        )}
        {banner && (
          <p>
            <strong className="font-semibold">Creators see a banner</strong> until {formatDateTime(banner.until)}:{' '}
            {banner.text}
          </p>
        )}
      </div>
      <TextLink to="/maintenance">Change</TextLink>
    </aside>
  );
}
