import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useClipboard } from '@luit/ui/use-clipboard';
import { Copy } from 'lucide-react';

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const { outcome, copy } = useClipboard(codes.join('\n'));
  return (
    <div className="grid gap-5">
      <p>
        Save these recovery codes. Each one signs you in once if you lose your second factor. They are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-control bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div role="status">
        {outcome === 'failed' && (
          <Alert tone="info">Could not copy the codes. Select them and copy them manually.</Alert>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" icon={<Copy className="size-4" aria-hidden />} onClick={() => void copy()}>
          {outcome === 'copied' ? 'Copied' : 'Copy'}
        </Button>
        <Button onClick={onSaved}>I saved the codes</Button>
      </div>
    </div>
  );
}
