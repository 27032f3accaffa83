import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { VideoPlayer } from '@luit/ui/video-player';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { formatSeconds } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { plansQuery } from '../../../shared/plans/get-plans';
import { CancelButton } from '../../../shared/requests/components/cancel-button';
import { requestCopy } from '../../../shared/requests/copy';
import { failureNotice } from '../../../shared/requests/outcome-notice';
import { statedRatio } from '../../../shared/requests/stated-ratio';
import { FailedGround } from '../../../shared/studio/components/failed-ground';
import { ResultActions } from '../../../shared/studio/components/result-actions';
import { ResultFrame } from '../../../shared/studio/components/result-frame';
import type { Generation } from '../use-generation';
import { ResultGrid } from './result-grid';
import { useImageActions } from './use-image-actions';
import { useRepeatActions } from './use-repeat-actions';

interface ResultStageProps {
  request: RequestView;
  /** All results of its order, of which it is the chosen one. */
  results: RequestView[];
  generation: Generation;
  /** Shows the form for a change of an image. */
  onChange: (image: File) => void;
  onDetails: () => void;
}

/** What became of a job, or of all jobs of its order, with what can be done with the chosen one. */
export function ResultStage({ request, results, generation, onChange, onDetails }: ResultStageProps) {
  const isSingle = results.length === 1;
  return (
    <ResultFrame
      title={titleOf(results, makesVideo(request.type))}
      request={request}
      media={
        !isSingle ? (
          <ResultGrid results={results} chosenId={request.id} onChoose={generation.show} />
        ) : request.status === 'failed' ? (
          <FailedGround request={request} />
        ) : (
          <Media request={request} />
        )
      }
      caption={
        request.status !== 'failed' ? (
          <Caption request={request} />
        ) : (
          !isSingle && <Alert tone={failureNotice(request).tone}>{failureText(request)}</Alert>
        )
      }
      actions={
        request.status === 'processing' ? (
          <CancelButton key={request.id} request={request} />
        ) : (
          <Actions key={request.id} {...{ request, results, generation, onChange, onDetails }} />
        )
      }
    />
  );
}

/** A result as large as the place allows, in its own ratio. */
function Media({ request }: { request: RequestView }) {
  const { videoUrl, posterUrl, outputUrl, prompt, type } = request;
  const [ratio, setRatio] = useState(() => statedRatio(request));
  return (
    <div
      style={{ '--ratio': ratio } as CSSProperties}
      className="relative overflow-hidden rounded-card bg-[#04110f] max-lg:aspect-(--ratio) max-lg:max-h-[55dvh] lg:min-h-0 lg:flex-1"
    >
      {makesVideo(type)
        ? videoUrl && (
            <VideoPlayer
              src={videoUrl}
              poster={posterUrl}
              label={t`Your video is ready`}
              className="absolute inset-0 aspect-auto! h-full object-contain"
            />
          )
        : outputUrl && (
            <img
              src={outputUrl}
              alt={prompt}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                if (naturalHeight > 0) setRatio(naturalWidth / naturalHeight);
              }}
              className="absolute inset-0 size-full object-contain"
            />
          )}
    </div>
  );
}

/** One line about what is shown; everything else is in the details. */
function Caption({ request: { prompt, model, duration, resolution } }: { request: RequestView }) {
  const { api } = useServices();
  const { data } = useQuery(plansQuery(api));
  const named = data && [...data.models, ...data.imageModels, ...data.retired];
  const name = named?.find(({ id }) => id === model)?.name ?? model;
  const facts = [name, duration !== null && formatSeconds(duration), resolution].filter(Boolean);
  return (
    <p className="flex gap-1.5">
      <bdi className="truncate font-semibold">{prompt}</bdi>
      <span className="shrink-0 whitespace-nowrap text-muted max-sm:hidden">{`· ${facts.join(' · ')}`}</span>
    </p>
  );
}

function Actions({ request, ...props }: ResultStageProps) {
  return makesVideo(request.type) ? (
    <VideoActions request={request} {...props} />
  ) : (
    <ImageActions request={request} {...props} />
  );
}

function VideoActions({ request, generation, ...props }: ResultStageProps) {
  const { actions, ...rest } = useRepeatActions(request, generation);
  return <ResultActions {...rest} again={actions} {...common({ request, generation, ...props })} />;
}

function ImageActions({ request, generation, ...props }: ResultStageProps) {
  const { actions, hasFailed } = useImageActions(request, generation, props.onChange);
  return <ResultActions again={actions} hasFailed={hasFailed} {...common({ request, generation, ...props })} />;
}

/** After a discarded result, the next one of its order is shown. */
function common({ request, results, generation, onDetails }: ResultStageProps) {
  const next = results.find(({ id, status }) => id !== request.id && status !== 'failed');
  const finished = results.filter(({ status }) => status === 'completed');
  return {
    ...{ request, results: finished, onDetails },
    onEdit: generation.edit,
    onRetried: generation.show,
    onDiscarded: () => generation.show(next?.id ?? null),
  };
}

function failureText(request: RequestView) {
  const { title = '', text } = failureNotice(request);
  return `${title} ${text}`.trim();
}

function titleOf(results: RequestView[], isVideo: boolean) {
  if (results.every(({ status }) => status === 'failed')) return requestCopy.badges.failed;
  if (results.length === 1) return isVideo ? t`Your video is ready` : t`Your image is ready`;
  if (results.some(({ status }) => status === 'processing'))
    return isVideo ? t`Your videos are on the way` : t`Your images are on the way`;
  return isVideo ? t`Your videos are ready` : t`Your images are ready`;
}
