import type { RequestView } from '@luit/contracts/http';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { VideoPlayer } from '@luit/ui/video-player';
import { Download, RotateCcw } from 'lucide-react';
import { formatCredits, formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { useBalance } from '../../credits/api/get-balance';
import { downloadResult } from '../api/download-result';
import { generationCopy } from '../copy';
import { moneyStory } from '../money-story';
import { useDownload } from '../use-download';
import { Fact, Facts } from './facts';

export function CompletedView({ request, onAgain }: { request: RequestView; onAgain: () => void }) {
  const { api } = useServices();
  const { credits } = useBalance();
  const { isSaving, error, dismiss, download } = useDownload(() => downloadResult(api, request.request_id));

  return (
    <section aria-labelledby="completed" className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="overflow-hidden rounded-card bg-[#04110f] shadow-float">
        {request.videoUrl && (
          <VideoPlayer src={request.videoUrl} poster={request.posterUrl} label={generationCopy.completedTitle} />
        )}
      </div>
      <div className="grid gap-6">
        <h1 id="completed" className="text-page wide">
          {generationCopy.completedTitle}
        </h1>
        {error && (
          <Alert tone="danger" onDismiss={dismiss}>
            {error}
          </Alert>
        )}
        <div className="grid gap-3">
          <Button
            tone="muga"
            size="lg"
            busy={isSaving}
            icon={<Download className="size-5" aria-hidden />}
            onClick={download}
          >
            {generationCopy.download}
          </Button>
          <Button tone="quiet" icon={<RotateCcw className="size-4" aria-hidden />} onClick={onAgain}>
            {generationCopy.again}
          </Button>
        </div>
        <Facts>
          <Fact name={generationCopy.prompt}>
            <bdi>{request.prompt}</bdi>
          </Fact>
          <Fact name={generationCopy.duration}>{request.duration} seconds</Fact>
          <Fact name={generationCopy.generated}>{formatDateTime(request.completedAt ?? request.createdAt)}</Fact>
          <Fact name={generationCopy.charged}>{formatCredits(request.credits)}</Fact>
          <Fact name={generationCopy.money}>{moneyStory(request)}</Fact>
          <Fact name={generationCopy.balance}>{formatCredits(credits)}</Fact>
          <Fact name={generationCopy.requestId}>{request.request_id}</Fact>
        </Facts>
      </div>
    </section>
  );
}
