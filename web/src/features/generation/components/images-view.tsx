import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Progress } from '@luit/ui/progress';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Clapperboard, Download, ImageOff, Pencil, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatCredits, formatDateTime } from '../../../lib/format';
import { logFailure } from '../../../lib/log';
import { useServices, useSession } from '../../../lib/services';
import { useBalance } from '../../../shared/credits/api/get-balance';
import { VersionsButton } from '../../../shared/downloads/versions-button';
import { saveDraftImage } from '../../../shared/drafts/draft-store';
import { imageMessages } from '../../../shared/images/copy';
import { fetchImage } from '../../../shared/images/image-file';
import { chargeSummary } from '../../../shared/requests/charge-summary';
import { DOWNLOAD_NAMES, downloadResult } from '../../../shared/requests/api/download-result';
import { newestQuery } from '../../../shared/requests/api/list-requests';
import { Detail, Details } from '../../../shared/requests/components/details';
import { TakenDownNotice } from '../../../shared/requests/components/taken-down-notice';
import { failureText } from '../../../shared/requests/failure-texts';
import { progressText, shownProgress } from '../../../shared/requests/progress';
import { newerRequest } from '../../../shared/requests/request-cache';
import { useDownload } from '../../../shared/requests/use-download';
import { useKnownRequests } from '../../../shared/requests/use-known-requests';
import { ShareButton } from '../../../shared/sharing/share-button';
import { WebPushOffer } from '../../../shared/web-push/web-push-offer';
import type { Generation } from '../use-generation';

interface ImagesViewProps {
  request: RequestView;
  generation: Generation;
  /** Shows the form for a change of an image. */
  onChange: (image: File) => void;
}

/** The finished image, or all results that were asked for with it, of which one is chosen. */
export function ImagesView({ request, generation, onChange }: ImagesViewProps) {
  const results = useResultsOf(request);
  const [chosenId, setChosenId] = useState(request.id);
  const chosen = results.find(({ id }) => id === chosenId) ?? request;
  const { credits } = useBalance();
  const title = results.length > 1 ? t`Your images are ready` : t`Your image is ready`;
  const isRunning = results.some(({ status }) => status === 'processing');
  return (
    <section aria-labelledby="completed" className="grid items-start gap-6">
      {results.length > 1 ? (
        <ResultGrid results={results} chosen={chosen} onChoose={setChosenId} />
      ) : (
        <div className="overflow-hidden rounded-card bg-[#04110f] shadow-float">
          {chosen.outputUrl && (
            <img
              src={chosen.outputUrl}
              alt={chosen.prompt}
              className="mx-auto max-h-[min(70dvh,52rem)] w-auto max-w-full object-contain"
            />
          )}
        </div>
      )}
      <div className="grid gap-6">
        <h2 id="completed" className="text-title heading">
          {isRunning ? t`Your images are on the way` : title}
        </h2>
        <TakenDownNotice request={chosen} />
        {chosen.error && <Alert tone="danger">{`${failureText(chosen.error.message)} ${chargeSummary(chosen)}`}</Alert>}
        <Actions key={chosen.id} request={chosen} generation={generation} onChange={onChange} />
        <WebPushOffer />
        <Details>
          <Detail name={t`Prompt`}>
            <bdi>{chosen.prompt}</bdi>
          </Detail>
          <Detail name={t({ message: 'Generated', context: 'label of a date' })}>
            {formatDateTime(chosen.completedAt ?? chosen.createdAt)}
          </Detail>
          <Detail name={t`Payment`}>{chargeSummary(chosen)}</Detail>
          {credits !== null && <Detail name={t`Credit balance`}>{formatCredits(credits)}</Detail>}
          <Detail name={t`Request ID`}>{chosen.request_id}</Detail>
        </Details>
      </div>
    </section>
  );
}

/** The newest states of a request and of those that were asked for with it, in their order. */
function useResultsOf(request: RequestView): RequestView[] {
  const { api } = useServices();
  const set = request.set?.id;
  const { data } = useQuery({ ...newestQuery(api, { set }), enabled: set !== undefined });
  const known = useKnownRequests();
  if (set === undefined) return [request];
  const results = new Map([[request.id, request]]);
  for (const each of [...(data?.requests ?? []), ...known]) {
    if (each.set?.id === set) results.set(each.id, newerRequest(results.get(each.id), each));
  }
  return [...results.values()].sort((a, b) => a.set!.index - b.set!.index);
}

interface ResultGridProps {
  results: RequestView[];
  chosen: RequestView;
  onChoose: (id: string) => void;
}

function ResultGrid({ results, chosen, onChoose }: ResultGridProps) {
  return (
    <ul className="grid grid-cols-2 gap-3">
      {results.map((result, i) => (
        <li key={result.id}>
          <button
            type="button"
            aria-pressed={result === chosen}
            aria-label={t`Image ${{ number: i + 1 }} of ${{ total: results.length }}`}
            onClick={() => onChoose(result.id)}
            className={clsx(
              'relative grid aspect-square w-full cursor-pointer place-items-center overflow-hidden rounded-card border-3 bg-[#04110f] text-[#a8c6c4]',
              result === chosen ? 'border-accent' : 'border-transparent hover:border-edge',
            )}
          >
            <Tile result={result} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Tile({ result }: { result: RequestView }) {
  if (result.outputUrl)
    return <img src={result.outputUrl} alt="" className="absolute inset-0 size-full object-contain" />;
  if (result.status === 'processing') {
    return (
      <span className="grid w-full gap-2 px-6 text-sm">
        {progressText(result)}
        <Progress value={shownProgress(result)} label={progressText(result)} />
      </span>
    );
  }
  return <ImageOff className="size-8" strokeWidth={1.5} aria-hidden />;
}

interface ActionsProps {
  request: RequestView;
  generation: Generation;
  onChange: (image: File) => void;
}

function Actions({ request, generation, onChange }: ActionsProps) {
  const { api } = useServices();
  const { user } = useSession();
  const navigate = useNavigate();
  const name = DOWNLOAD_NAMES.image;
  const { isSaving, error, dismiss, download } = useDownload(() => downloadResult(api, request.id, { name }));
  const [hasFailed, setFailed] = useState(false);
  const withImage = async (handle: (image: File) => Promise<void> | void) => {
    setFailed(false);
    try {
      await handle(await fetchImage(request.outputUrl ?? ''));
    } catch (cause) {
      logFailure('Loading an image failed', cause);
      setFailed(true);
    }
  };
  const makeVideo = () =>
    withImage(async (image) => {
      await saveDraftImage(user?.id ?? '', 'image', image);
      await navigate('/image-to-video-upload');
    });
  const hasOutput = request.outputUrl !== null && !request.takedown;
  return (
    <>
      {error && (
        <Alert tone="danger" onDismiss={dismiss}>
          {error}
        </Alert>
      )}
      {hasFailed && <Alert tone="danger">{imageMessages.unavailable}</Alert>}
      <div className="grid gap-3 sm:grid-cols-2">
        {hasOutput && (
          <>
            <Button
              tone="accent"
              size="lg"
              busy={isSaving}
              icon={<Download className="size-5" aria-hidden />}
              onClick={download}
            >
              {t`Download`}
            </Button>
            <Button
              tone="secondary"
              size="lg"
              icon={<Clapperboard className="size-5" aria-hidden />}
              onClick={() => void makeVideo()}
            >
              {t`Make a video of it`}
            </Button>
            <Button
              tone="secondary"
              icon={<Pencil className="size-4" aria-hidden />}
              onClick={() => void withImage(onChange)}
            >
              {t`Change this image`}
            </Button>
            <ShareButton request={request} />
            <VersionsButton request={request} isSaving={isSaving} onOriginal={() => void download()} />
          </>
        )}
        <Button tone="secondary" icon={<RotateCcw className="size-4" aria-hidden />} onClick={generation.edit}>
          {t`Edit and generate again`}
        </Button>
        <Button tone="secondary" icon={<Plus className="size-4" aria-hidden />} onClick={generation.startNew}>
          {t`New image`}
        </Button>
      </div>
    </>
  );
}
