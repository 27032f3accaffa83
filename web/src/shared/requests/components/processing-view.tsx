import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Progress } from '@luit/ui/progress';
import type { ReactNode } from 'react';
import { formatCredits, formatDuration } from '../../../lib/format';
import { useServiceStatus } from '../../../lib/service-status';
import { chargeSummary } from '../charge-summary';
import { requestCopy } from '../copy';
import { waitEstimate } from '../wait-estimate';
import { ProgressDetails } from './progress-details';
import { ServerTrouble } from './server-trouble';
import { StageGround } from './stage-ground';
import { StatedTime } from './stated-time';

const TEXTS = {
  video: {
    making: () => t`Generating your video`,
    keepsRunning: () => t`You can close this page; your video keeps processing.`,
  },
  image: {
    making: () => t`Generating your image`,
    keepsRunning: () => t`You can close this page; your image keeps processing.`,
  },
  photo: {
    making: () => t`Restoring your photo`,
    keepsRunning: () => t`You can close this page; the restoration keeps running.`,
  },
};

interface ProcessingViewProps {
  /** Null in the queue. */
  progress: number | null;
  /** Null until the server has accepted the request. */
  requestId: string | null;
  /** Replaces the progress bar while an image is uploaded. */
  upload?: ReactNode;
  prompt: string;
  /** Credits held for the request; 0 for a direct payment. */
  credits: number;
  isPaidDirectly?: boolean;
  noun?: 'video' | 'image' | 'photo';
  /** The address of what the job starts from, if not that of the request. */
  picture?: string | null;
  /** What its owner should know if it runs in this page, without a request. */
  notes?: string[];
  request: RequestView | undefined;
  startedAt?: string;
  /** Whether the last poll failed. */
  isUnreachable?: boolean;
  /** The level of the heading; `h2` below a page's own title. */
  heading?: 'h1' | 'h2';
  action?: ReactNode;
}

/** The prompt in large letters over its own first frame, and the one progress of its job. */
export function ProcessingView({ progress, requestId, prompt, credits, request, ...rest }: ProcessingViewProps) {
  const {
    upload,
    action,
    startedAt = request?.createdAt,
    isUnreachable = false,
    isPaidDirectly = false,
    noun = 'video',
    picture = request?.imageUrl,
    notes,
    heading: Heading = 'h1',
  } = rest;
  const { isWaitUnknown } = useServiceStatus();
  const isAccepted = requestId !== null;
  const isWaiting = isAccepted && request?.jobStatus === 'pending';
  const estimate = isWaitUnknown || isUnreachable ? null : (request?.etaSeconds ?? null);
  const title = isWaiting ? inLine(estimate) : isAccepted || notes ? TEXTS[noun].making() : t`Sending your request…`;
  const held = isAccepted && credits > 0 ? [requestCopy.held(formatCredits(credits))] : [];
  // Without updates, the queue position and the estimate would be outdated. In line, the title has the estimate.
  const known = request && !isUnreachable ? waitEstimate(request, isWaitUnknown || isWaiting) : [];
  return (
    <section aria-labelledby="processing" className="mx-auto flex w-full max-w-6xl flex-col gap-3 lg:h-full">
      <StageGround picture={picture} words={prompt}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <Heading id="processing" className="text-lg font-semibold">
            {title}
          </Heading>
          {!upload && progress !== null && (
            <p aria-hidden className="text-2xl leading-none font-bold tabular-nums">{`${progress}%`}</p>
          )}
        </div>
        <div>{upload || <Progress value={progress} label={title} />}</div>
        <p className="text-sm text-[#c5d6d3] first-letter:uppercase empty:hidden">{[...known, ...held].join(' · ')}</p>
      </StageGround>
      {isUnreachable && <ServerTrouble noun={noun} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <ProgressDetails startedAt={startedAt} requestId={requestId}>
          {isAccepted && noun !== 'photo' && startedAt && !isUnreachable && (
            <StatedTime since={startedAt} request={request} />
          )}
          {isAccepted && <p>{TEXTS[noun].keepsRunning()}</p>}
          <div className="contents">
            {notes?.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
          {!isAccepted && !upload && !notes && <p>{requestCopy.sendingHint}</p>}
          {request && !isPaidDirectly && <p>{chargeSummary(request)}</p>}
        </ProgressDetails>
        {action}
      </div>
    </section>
  );
}

/** @param seconds until it is ready; null if unknown */
function inLine(seconds: number | null) {
  return seconds === null ? t`In line` : t`In line, about ${{ time: formatDuration(seconds) }}`;
}
