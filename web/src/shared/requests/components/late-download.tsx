import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { Download } from 'lucide-react';

/** Downloads a late result. The query asks the server for an attachment, because browsers ignore `download` across origins. */
export function LateDownload({ url, size }: { url: string; size: 'sm' | 'md' }) {
  return (
    <a href={`${url}&download=1`} download className={buttonClass('primary', size)}>
      <Download className="size-4" aria-hidden />
      {t`Download for free`}
    </a>
  );
}
