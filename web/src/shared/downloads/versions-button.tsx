import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Button } from '@luit/ui/button';
import { FileDown } from 'lucide-react';
import { useLazyDialog } from '../../lib/use-lazy-dialog';
import { VersionsDialog } from './versions-dialog';

interface VersionsButtonProps {
  request: Pick<RequestView, 'id' | 'type' | 'posterUrl'>;
  /** Whether the original is being saved. */
  isSaving: boolean;
  onOriginal: () => void;
}

/** Offers the versions of a finished video or photo. */
export function VersionsButton(versions: VersionsButtonProps) {
  const dialog = useLazyDialog();
  const icon = <FileDown className="size-4" aria-hidden />;
  const open = t`Other versions`;
  return (
    <>
      <Button tone="secondary" icon={icon} onClick={dialog.open}>
        {open}
      </Button>
      {dialog.isUsed && <VersionsDialog {...versions} isOpen={dialog.isOpen} onClose={dialog.close} />}
    </>
  );
}
