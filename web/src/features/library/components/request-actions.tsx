import { t } from '@lingui/core/macro';
import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { CopyPlus, Download, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error';
import { logFailure } from '../../../lib/log';
import { useServices } from '../../../lib/services';
import { VersionsButton } from '../../../shared/downloads/versions-button';
import { useRequestChanges } from '../../../shared/requests/api/change-request';
import { DOWNLOAD_NAMES, downloadResult } from '../../../shared/requests/api/download-result';
import { LateDownload } from '../../../shared/requests/components/late-download';
import { RetryAction } from '../../../shared/requests/components/retry-action';
import { formFor } from '../../../shared/requests/request-link';
import { ShareButton } from '../../../shared/sharing/share-button';
import { useTrash } from '../../../shared/requests/use-trash';

/** The actions available for a request in its state, with an inline error message. */
export function RequestActions({ request }: { request: RequestView }) {
  const { api } = useServices();
  const { cancel } = useRequestChanges(request);
  const { move } = useTrash(request.id);
  const hasOutput = request.status === 'completed' && !request.takedown;
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ text: string; hasInsufficientCredits: boolean } | null>(null);
  const showError = (cause: unknown) => {
    logFailure('Library action failed', cause);
    const hasInsufficientCredits = cause instanceof ApiError && cause.code === 'insufficient_credits';
    setFailure({ text: messageOf(cause, ''), hasInsufficientCredits });
  };
  const download = () => {
    setSaving(true);
    downloadResult(api, request.id, { name: DOWNLOAD_NAMES[OUTPUT_OF[request.type]] })
      .catch(showError)
      .finally(() => setSaving(false));
  };

  return (
    <div className="grid gap-3">
      {failure && (
        <Alert tone="danger" onDismiss={() => setFailure(null)}>
          <span>{failure.text}</span>{' '}
          {failure.hasInsufficientCredits && (
            <Link to="/pricing" className="font-semibold underline underline-offset-4">
              {t`Buy credits`}
            </Link>
          )}
        </Alert>
      )}
      <div className="grid grid-cols-2 gap-2 *:px-3!">
        {hasOutput && (
          <Button busy={isSaving} icon={<Download className="size-4" aria-hidden />} onClick={download}>
            {t`Download`}
          </Button>
        )}
        {request.lateOutput && <LateDownload url={request.lateOutput} size="md" />}
        {request.status === 'failed' && <RetryAction request={request} onError={showError} />}
        {request.status === 'processing' && (
          <Button
            tone="secondary"
            busy={cancel.isPending}
            icon={<X className="size-4" aria-hidden />}
            onClick={() => cancel.mutate(undefined, { onError: showError })}
          >
            {t`Cancel`}
          </Button>
        )}
        {hasOutput && <ShareButton request={request} />}
        {hasOutput && <VersionsButton request={request} isSaving={isSaving} onOriginal={download} />}
        {request.prompt && (
          <Link to={formFor(request)} state={{ prompt: request.prompt }} className={buttonClass('secondary')}>
            <CopyPlus className="size-4" aria-hidden />
            {t`Reuse prompt`}
          </Link>
        )}
        {request.status !== 'processing' && (
          <Button
            tone="danger"
            busy={move.isPending}
            icon={<Trash2 className="size-4" aria-hidden />}
            onClick={() => move.mutate(undefined, { onError: showError })}
          >
            {t`Delete`}
          </Button>
        )}
      </div>
    </div>
  );
}
