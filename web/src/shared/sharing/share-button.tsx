import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Button } from '@luit/ui/button';
import { Share2 } from 'lucide-react';
import { useLazyDialog } from '../../lib/use-lazy-dialog';
import { ShareDialog } from './share-dialog';

interface ShareButtonProps {
  request: Pick<RequestView, 'id' | 'type'>;
  /** Shows the icon alone. */
  isCompact?: boolean;
}

export function ShareButton({ request, isCompact = false }: ShareButtonProps) {
  const dialog = useLazyDialog();
  const icon = <Share2 className="size-4" aria-hidden />;
  return (
    <>
      {isCompact ? (
        <Button size="sm" tone="ghost" aria-label={t`Share`} title={t`Share`} onClick={dialog.open}>
          {icon}
        </Button>
      ) : (
        <Button tone="secondary" icon={icon} onClick={dialog.open}>
          {t`Share`}
        </Button>
      )}
      {dialog.isUsed && <ShareDialog request={request} isOpen={dialog.isOpen} onClose={dialog.close} />}
    </>
  );
}
