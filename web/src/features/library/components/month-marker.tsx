import { useMemo } from 'react';
import { dateLocale } from '../../../lib/format';

/** Says while the library scrolls which month its first visible requests are from. Each card has its date, so it is only for the eye. */
export function MonthMarker({ createdAt }: { createdAt: string }) {
  const locale = dateLocale();
  const months = useMemo(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }), [locale]);
  return (
    <div aria-hidden className="pointer-events-none sticky top-20 z-10 h-0">
      <span className="inline-block rounded-full border border-line bg-surface/95 px-3 py-1 text-label font-semibold text-ink shadow-float">
        {months.format(new Date(createdAt))}
      </span>
    </div>
  );
}
