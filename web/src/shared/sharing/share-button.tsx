import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Button } from '@luit/ui/button';
import { Share2 } from 'lucide-react';
import { useLazyDialog } from '../../lib/use-lazy-dialog';
import { ShareDialog } from './share-dialog';

interface ShareButtonProps {
  request: Pick<RequestView, 'id' | 'type'>;
}

export function ShareButton({ request }: ShareButtonProps) {
  const dialog = useLazyDialog();
  const icon = <Share2 className="size-4" aria-hidden />;
  return (
    <>
      <Button tone="secondary" icon={icon} onClick={dialog.open}>
        {t`Share`}
      </Button>
      {dialog.isUsed && <ShareDialog request={request} isOpen={dialog.isOpen} onClose={dialog.close} />}
    </>
  );
}
