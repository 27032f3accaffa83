import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { passkeyMessage } from './passkeys';

interface PasskeyButtonProps {
  onUse: () => Promise<void>;
  onError: (message: string, cause: unknown) => void;
}

export function PasskeyButton({ onUse, onError }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      await onUse();
    } catch (cause) {
      onError(passkeyMessage(cause), cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button tone="secondary" busy={isBusy} onClick={open} icon={<Fingerprint className="size-4" aria-hidden />}>
      {t`Use a passkey`}
    </Button>
  );
}
