import { buttonClass } from '@luit/ui/button';
import { Download } from 'lucide-react';
import { generationCopy } from '../copy';

/** Saves what arrived after its job had failed; `download` asks the server, which may be of another origin, to save it. */
export function LateDownload({ url, size }: { url: string; size: 'sm' | 'md' }) {
  return (
    <a href={`${url}&download=1`} download className={buttonClass('primary', size)}>
      <Download className="size-4" aria-hidden />
      {generationCopy.downloadLate}
    </a>
  );
}
