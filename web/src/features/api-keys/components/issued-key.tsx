import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { useClipboard } from '@luit/ui/use-clipboard';
import { Check, Copy } from 'lucide-react';
import { logFailure } from '../../../lib/log';

interface IssuedKeyProps {
  secret: string;
  onDone: () => void;
}

/** A secret, which is shown only here. */
export function IssuedKey({ secret, onDone }: IssuedKeyProps) {
  const { outcome, copy } = useClipboard(secret, (cause) => logFailure('Copying an API key failed', cause));
  const isCopied = outcome === 'copied';
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="grid gap-4">
      <Alert tone="accent">{t`Copy it now and keep it like a password. We don’t store it, so we can’t show it again.`}</Alert>
      <Input
        label={t`API key`}
        value={secret}
        readOnly
        className="font-mono"
        onFocus={(event) => event.target.select()}
      />
      <div role="status">
        {outcome === 'failed' && (
          <Alert tone="info">{t`Your browser didn’t allow copying. Select the key and copy it.`}</Alert>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="accent" icon={<Icon className="size-4" aria-hidden />} onClick={() => void copy()}>
          {isCopied ? t`Copied` : t`Copy key`}
        </Button>
        <Button tone="secondary" onClick={onDone}>
          {t`I’ve copied it`}
        </Button>
      </div>
    </div>
  );
}
