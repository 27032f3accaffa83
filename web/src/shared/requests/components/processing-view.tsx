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
import { StatedTime } from './stated-time';

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
  makesImages?: boolean;
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
    makesImages = false,
    heading: Heading = 'h1',
  } = rest;
  const { isWaitUnknown } = useServiceStatus();
  const isAccepted = requestId !== null;
  const isWaiting = isAccepted && request?.jobStatus === 'pending';
  const estimate = isWaitUnknown || isUnreachable ? null : (request?.etaSeconds ?? null);
  const generating = makesImages ? t`Generating your image` : t`Generating your video`;
  const title = isWaiting ? inLine(estimate) : isAccepted ? generating : t`Sending your request…`;
  const held = isAccepted && credits > 0 ? [requestCopy.held(formatCredits(credits))] : [];
  // Without updates, the queue position and the estimate would be outdated. In line, the title has the estimate.
  const known = request && !isUnreachable ? waitEstimate(request, isWaitUnknown || isWaiting) : [];
  return (
    <section aria-labelledby="processing" className="mx-auto flex w-full max-w-6xl flex-col gap-3 lg:h-full">
      <div
        data-theme="dark"
        className="relative isolate flex min-h-72 flex-1 flex-col overflow-hidden rounded-card bg-[#0b2f36] text-ink max-lg:min-h-[50dvh]"
      >
        {request?.imageUrl && (
          <img src={request.imageUrl} alt="" className="absolute inset-0 -z-20 size-full object-contain" />
        )}
        {request?.imageUrl && <div className="absolute inset-0 -z-10 bg-[#04141a]/60" />}
        <div className="grid min-h-0 flex-1 content-center overflow-hidden px-5 py-6 sm:px-12">
          <p
            dir="auto"
            className="line-clamp-5 text-center text-[clamp(1.25rem,3.2vw,2.5rem)] leading-tight font-semibold text-balance wrap-anywhere"
          >
            {prompt}
          </p>
        </div>
        <div className="grid gap-2 bg-[#04141a]/80 px-5 py-4 sm:px-8">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <Heading id="processing" className="text-lg font-semibold">
              {title}
            </Heading>
            {!upload && progress !== null && (
              <p aria-hidden className="text-2xl leading-none font-bold tabular-nums">{`${progress}%`}</p>
            )}
          </div>
          <div>{upload || <Progress value={progress} label={title} />}</div>
          <p className="text-sm text-[#c5d6d3] first-letter:uppercase empty:hidden">
            {[...known, ...held].join(' · ')}
          </p>
        </div>
      </div>
      {isUnreachable && <ServerTrouble noun={makesImages ? 'image' : 'video'} className="" />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <ProgressDetails startedAt={startedAt} requestId={requestId}>
          {isAccepted && startedAt && !isUnreachable && <StatedTime since={startedAt} request={request} />}
          {isAccepted && (
            <p>
              {makesImages
                ? t`You can close this page; your image keeps processing.`
                : t`You can close this page; your video keeps processing.`}
            </p>
          )}
          {!isAccepted && !upload && <p>{requestCopy.sendingHint}</p>}
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
