import { t } from '@lingui/core/macro';
import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { ActionMenu, type MenuAction } from '@luit/ui/action-menu';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { ChevronDown, Columns2, Download, Ellipsis, FileDown, Info, Share2, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { useLazyDialog } from '../../../lib/use-lazy-dialog';
import { MissingCredits } from '../../credits/components/missing-credits';
import { VersionsDialog } from '../../downloads/versions-dialog';
import { imageMessages } from '../../images/copy';
import { DOWNLOAD_NAMES, downloadResult } from '../../requests/api/download-result';
import { RetryAction } from '../../requests/components/retry-action';
import { useDownload } from '../../requests/use-download';
import { useTrash } from '../../requests/use-trash';
import { ShareDialog } from '../../sharing/share-dialog';

interface ResultActionsProps {
  request: RequestView;
  /** All finished results of its order. */
  results: RequestView[];
  again: MenuAction[];
  /** Whether a file that another one starts with could not be loaded. */
  hasFailed?: boolean;
  /** Credits of one more that the balance lacks some of; otherwise 0. */
  missing?: number;
  onDetails: () => void;
  /** Shows the form for other input, where the same input would fail again. */
  onEdit: () => void;
  /** Called with the id of the request that repeats a failed one. */
  onRetried: (id: string) => void;
  /** Called once the result is in the trash. */
  onDiscarded: () => void;
}

/** Download, Share and "Make another", with the rest in one menu. On a phone, only the download has a button of its own. */
export function ResultActions(props: ResultActionsProps) {
  const { request, results, again, hasFailed, missing = 0, onDetails, onEdit, onRetried, onDiscarded } = props;
  const { api } = useServices();
  const navigate = useNavigate();
  const { move } = useTrash(request.id);
  const share = useLazyDialog();
  const versions = useLazyDialog();
  const name = DOWNLOAD_NAMES[OUTPUT_OF[request.type]];
  const { isSaving, error, dismiss, download } = useDownload(() => downloadResult(api, request.id, { name }));
  const hasOutput = request.status === 'completed' && !request.takedown;
  const other = results.find(({ id }) => id !== request.id);
  const compare = () => void navigate(`/library/compare?${new URLSearchParams({ a: request.id, b: other?.id ?? '' })}`);
  const showError = (cause: unknown) => void toast.error(messageOf(cause, ''));
  const discard = () => move.mutate(undefined, { onSuccess: onDiscarded, onError: showError });
  const rest: (MenuAction | false | undefined)[] = [
    { label: t`Details`, Icon: Info, run: onDetails },
    hasOutput && { label: t`Share`, Icon: Share2, className: 'sm:hidden', run: share.open },
    hasOutput && { label: t`Other versions`, Icon: FileDown, run: versions.open },
    other && hasOutput && { label: t`Compare`, Icon: Columns2, run: compare },
    request.status !== 'processing' && {
      label: results.length > 1 ? t`Discard` : t`Delete`,
      Icon: Trash2,
      isDisabled: move.isPending,
      run: discard,
    },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {request.status === 'failed' && !request.lateOutput && (
          <RetryAction request={request} onEdit={onEdit} onRetried={onRetried} onError={showError} />
        )}
        {hasOutput && (
          <Button
            tone="accent"
            busy={isSaving}
            icon={<Download className="size-4" aria-hidden />}
            className="px-4! max-sm:grow"
            onClick={download}
          >
            {t`Download`}
          </Button>
        )}
        {hasOutput && (
          <Button
            tone="secondary"
            icon={<Share2 className="size-4" aria-hidden />}
            className="px-4! max-sm:hidden"
            onClick={share.open}
          >
            {t`Share`}
          </Button>
        )}
        <ActionMenu
          trigger={
            <>
              {t`Make another`}
              <ChevronDown className="size-4" aria-hidden />
            </>
          }
          triggerClassName={buttonClass('secondary', 'md', 'cursor-pointer px-4!')}
          actions={again}
        />
        <ActionMenu
          label={t`More`}
          trigger={<Ellipsis className="size-5" aria-hidden />}
          triggerClassName={buttonClass('secondary', 'md', 'w-11 cursor-pointer px-0!')}
          actions={rest.filter((action) => !!action)}
        />
      </div>
      <div className="grid basis-full gap-2 empty:hidden">
        {error && (
          <Alert tone="danger" onDismiss={dismiss}>
            {error}
          </Alert>
        )}
        {hasFailed && <Alert tone="danger">{imageMessages.unavailable}</Alert>}
        {missing > 0 && <MissingCredits cost={missing} />}
      </div>
      {share.isUsed && <ShareDialog request={request} isOpen={share.isOpen} onClose={share.close} />}
      {versions.isUsed && (
        <VersionsDialog
          request={request}
          isSaving={isSaving}
          onOriginal={() => void download()}
          isOpen={versions.isOpen}
          onClose={versions.close}
        />
      )}
    </>
  );
}
