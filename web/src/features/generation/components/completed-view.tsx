import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { VideoPlayer } from '@luit/ui/video-player';
import { Download, Plus, RotateCcw } from 'lucide-react';
import { formatCredits, formatDateTime, formatSeconds } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { useBalance } from '../../../shared/credits/api/get-balance';
import { downloadResult } from '../../../shared/requests/api/download-result';
import { chargeSummary } from '../../../shared/requests/charge-summary';
import type { Generation } from '../use-generation';
import { RepeatActions } from './repeat-actions';
import { useDownload } from '../../../shared/requests/use-download';
import { VersionsButton } from '../../../shared/downloads/versions-button';
import { ShareButton } from '../../../shared/sharing/share-button';
import { WebPushOffer } from '../../../shared/web-push/web-push-offer';
import { TakenDownNotice } from '../../../shared/requests/components/taken-down-notice';
import { Detail, Details } from '../../../shared/requests/components/details';
import { ApiCallDisclosure } from '../../../shared/api-calls/api-call-disclosure';

interface CompletedViewProps {
  request: RequestView;
  generation: Generation;
}

export function CompletedView({ request, generation }: CompletedViewProps) {
  const { api } = useServices();
  const { credits } = useBalance();
  const { isSaving, error, dismiss, download } = useDownload(() => downloadResult(api, request.request_id));

  return (
    <section aria-labelledby="completed" className="grid items-start gap-6">
      <div className="overflow-hidden rounded-card bg-[#04110f] shadow-float">
        {request.videoUrl && (
          <VideoPlayer src={request.videoUrl} poster={request.posterUrl} label={t`Your video is ready`} />
        )}
      </div>
      <div className="grid gap-6">
        <h2 id="completed" className="text-title heading">
          {t`Your video is ready`}
        </h2>
        <TakenDownNotice request={request} />
        {error && (
          <Alert tone="danger" onDismiss={dismiss}>
            {error}
          </Alert>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          {!request.takedown && (
            <Button
              tone="accent"
              size="lg"
              className="sm:col-span-2"
              busy={isSaving}
              icon={<Download className="size-5" aria-hidden />}
              onClick={download}
            >
              {t`Download`}
            </Button>
          )}
          <Button tone="secondary" icon={<RotateCcw className="size-4" aria-hidden />} onClick={generation.edit}>
            {t`Edit and generate again`}
          </Button>
          <Button tone="secondary" icon={<Plus className="size-4" aria-hidden />} onClick={generation.startNew}>
            {t`New video`}
          </Button>
          {!request.takedown && (
            <>
              <ShareButton request={request} />
              <VersionsButton request={request} isSaving={isSaving} onOriginal={() => void download()} />
              <RepeatActions request={request} generation={generation} />
            </>
          )}
        </div>
        <WebPushOffer />
        <Details>
          <Detail name={t`Prompt`}>
            <bdi>{request.prompt}</bdi>
          </Detail>
          <Detail name={t`Duration`}>{formatSeconds(request.duration ?? 0)}</Detail>
          <Detail name={t({ message: 'Generated', context: 'label of a date' })}>
            {formatDateTime(request.completedAt ?? request.createdAt)}
          </Detail>
          <Detail name={t`Payment`}>{chargeSummary(request)}</Detail>
          {credits !== null && <Detail name={t`Credit balance`}>{formatCredits(credits)}</Detail>}
          <Detail name={t`Request ID`}>{request.request_id}</Detail>
        </Details>
        {!request.takedown && <ApiCallDisclosure request={request} />}
      </div>
    </section>
  );
}
