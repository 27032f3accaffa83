import { t } from '@lingui/core/macro';
import type { PublicStatus } from '@luit/contracts/operations/service-status';
import { Info } from 'lucide-react';
import { formatDateTime } from '../../lib/format';

const copy = {
  get label() {
    return t`Service notice`;
  },
  get paused() {
    return t`New videos and restorations are paused right now. Jobs in progress, purchases and downloads continue.`;
  },
  until: (time: string) => t`Until ${time}`,
} as const;

/** What operators announce, and whether new jobs are paused. */
export default function ServiceBanner({ status: { banner, newJobsPaused } }: { status: PublicStatus }) {
  return (
    <aside aria-label={copy.label} aria-live="polite" className="border-b border-line bg-accent-wash text-accent-text">
      <div className="page flex items-start gap-3 py-3 text-sm font-medium">
        <Info className="mt-0.5 size-4.5 shrink-0" aria-hidden />
        <div className="grid min-w-0 gap-1">
          {banner && (
            <p dir="auto" className="break-words">
              {banner.text}{' '}
              <span className="font-normal whitespace-nowrap">{copy.until(formatDateTime(banner.until))}</span>
            </p>
          )}
          {newJobsPaused && <p>{copy.paused}</p>}
        </div>
      </div>
    </aside>
  );
}
