import type { RequestView } from '@luit/contracts/http/requests';
import { Button } from '@luit/ui/button';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { sharingCopy } from './copy';
import { ShareDialog } from './share-dialog';

interface ShareButtonProps {
  request: Pick<RequestView, 'id' | 'type'>;
  /** Shows the icon alone. */
  isCompact?: boolean;
}

export function ShareButton({ request, isCompact = false }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const icon = <Share2 className="size-4" aria-hidden />;
  const open = () => setOpen(true);
  return (
    <>
      {isCompact ? (
        <Button size="sm" tone="ghost" aria-label={sharingCopy.share} title={sharingCopy.share} onClick={open}>
          {icon}
        </Button>
      ) : (
        <Button tone="secondary" icon={icon} onClick={open}>
          {sharingCopy.share}
        </Button>
      )}
      <ShareDialog request={request} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
