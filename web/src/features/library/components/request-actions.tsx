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
import { DOWNLOAD_NAMES, downloadResult } from '../../../shared/requests/api/download-result';
import { useRequestChanges } from '../../../shared/requests/api/change-request';
import { LateDownload } from '../../../shared/requests/components/late-download';
import { formFor } from '../../../shared/requests/request-link';
import { VersionsButton } from '../../../shared/downloads/versions-button';
import { ShareButton } from '../../../shared/sharing/share-button';
import { useTrash } from '../use-trash';
import { FavoriteButton } from './favorite-button';
import { RetryAction } from './retry-action';

interface RequestActionsProps {
  request: RequestView;
  /** Names the group of buttons, which are called the same on every card. */
  title: string;
  isFavorite: boolean;
}

/** The actions available for a request in its state, with an inline error message. */
export function RequestActions({ request, title, isFavorite }: RequestActionsProps) {
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
    <div role="group" aria-label={title} className="grid gap-3">
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
      <div className="flex flex-wrap items-center gap-2">
        {hasOutput && (
          <Button size="sm" busy={isSaving} icon={<Download className="size-4" aria-hidden />} onClick={download}>
            {t`Download`}
          </Button>
        )}
        {request.lateOutput && <LateDownload url={request.lateOutput} size="sm" />}
        {request.status === 'failed' && <RetryAction request={request} onError={showError} />}
        {request.status === 'processing' && (
          <Button
            size="sm"
            tone="secondary"
            busy={cancel.isPending}
            icon={<X className="size-4" aria-hidden />}
            onClick={() => cancel.mutate(undefined, { onError: showError })}
          >
            {t`Cancel`}
          </Button>
        )}
        <span className="ml-auto flex gap-1 *:px-2!">
          {hasOutput && <VersionsButton request={request} isSaving={isSaving} onOriginal={download} isCompact />}
          {hasOutput && <ShareButton request={request} isCompact />}
          <FavoriteButton requestId={request.id} isFavorite={isFavorite} />
          {request.prompt && (
            <Link
              to={formFor(request)}
              state={{ prompt: request.prompt }}
              aria-label={t`Reuse prompt`}
              title={t`Reuse prompt`}
              className={buttonClass('ghost', 'sm')}
            >
              <CopyPlus className="size-4" aria-hidden />
            </Link>
          )}
          {request.status !== 'processing' && (
            <Button
              size="sm"
              tone="ghost"
              aria-label={t`Delete`}
              title={t`Delete`}
              busy={move.isPending}
              onClick={() => move.mutate(undefined, { onError: showError })}
            >
              <Trash2 className="size-4" aria-hidden />
            </Button>
          )}
        </span>
      </div>
    </div>
  );
}
