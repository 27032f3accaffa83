import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Dialog } from '@luit/ui/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { RequestDetails } from '../requests/components/request-details';

/** Beside the stage from this width on; below it, details are a sheet. */
const WIDE = '(min-width: 64rem)';

interface Details {
  toggle: () => void;
  /** The sheet, while it is open. */
  sheet: ReactNode;
  /** The column beside the stage; null while it is closed. */
  beside: ReactNode;
}

/** The details of the request on the stage, closed at first. */
export function useDetails(request: RequestView | undefined): Details {
  const [open, setOpen] = useState<'beside' | 'sheet' | null>(null);
  const close = () => setOpen(null);
  const toggle = () => setOpen(open ? null : window.matchMedia(WIDE).matches ? 'beside' : 'sheet');
  if (!request) return { toggle, sheet: null, beside: null };
  const sheet = (
    <Dialog isOpen={open === 'sheet'} onClose={close} title={t`Details`}>
      <RequestDetails request={request} />
    </Dialog>
  );
  const beside = open === 'beside' && (
    <section aria-labelledby="details" className="grid max-h-full gap-4 overflow-y-auto">
      <div className="flex items-center justify-between">
        <h2 id="details" className="font-semibold">
          {t`Details`}
        </h2>
        <button
          type="button"
          aria-label={t`Close`}
          onClick={close}
          className="grid size-10 cursor-pointer place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-5" aria-hidden />
        </button>
      </div>
      <RequestDetails request={request} />
    </section>
  );
  return { toggle, sheet, beside: beside || null };
}
