import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Progress } from '@luit/ui/progress';
import type { ReactNode } from 'react';
import { WaitingScene } from '../../examples/waiting-scene';
import { requestCopy } from '../copy';
import { useServiceStatus } from '../../../lib/service-status';
import { formatCredits } from '../../../lib/format';
import { chargeSummary } from '../charge-summary';
import { waitEstimate } from '../wait-estimate';
import { ProgressDetails } from './progress-details';
import { ProgressSteps } from './progress-steps';
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
}

export function ProcessingView({ progress, requestId, prompt, credits, request, ...rest }: ProcessingViewProps) {
  const {
    upload,
    startedAt = request?.createdAt,
    isUnreachable = false,
    isPaidDirectly = false,
    makesImages = false,
    heading: Heading = 'h1',
  } = rest;
  const { isWaitUnknown } = useServiceStatus();
  const isAccepted = requestId !== null;
  const generating = makesImages ? t`Generating your image` : t`Generating your video`;
  const title = isAccepted ? generating : t`Sending your request…`;
  const held = isAccepted && credits > 0 ? [requestCopy.held(formatCredits(credits))] : [];
  // Without updates, the queue position and the estimate would be outdated.
  const status = [...(request && !isUnreachable ? waitEstimate(request, isWaitUnknown) : []), ...held];
  const isWaiting = request?.jobStatus === 'pending';

  return (
    <section aria-labelledby="processing" className="mx-auto max-w-4xl">
      <div
        data-theme="dark"
        className="relative isolate flex aspect-[4/5] flex-col justify-between overflow-hidden rounded-card text-ink shadow-float sm:aspect-[2.2]"
      >
        <WaitingScene seed={requestId || prompt} className="absolute inset-0 -z-20" />
        <div className="absolute inset-0 -z-10 bg-[#04141a]/72" />
        <div className="flex items-start justify-between gap-6 p-5 sm:p-8">
          <div className="min-w-0">
            <Heading id="processing" className="text-title heading">
              {title}
            </Heading>
            <p className="mt-1 text-sm text-[#c5d6d3] first-letter:uppercase">{status.join(' · ')}</p>
          </div>
          {!upload && progress !== null && (
            <p aria-hidden className="text-[clamp(3rem,8vw,5.5rem)] leading-none font-bold tabular-nums">
              {progress}
              <span className="text-[0.4em]">%</span>
            </p>
          )}
        </div>
        <p dir="auto" className="line-clamp-4 px-5 pb-6 text-center text-lg text-balance sm:px-16">
          {prompt}
        </p>
      </div>
      {isUnreachable && <ServerTrouble noun={makesImages ? 'image' : 'video'} className="mt-6" />}
      {upload ? (
        <div className="mt-6">{upload}</div>
      ) : (
        <>
          <Progress value={progress} label={title} className="mt-6" />
          <ProgressSteps progress={progress} isWaiting={isWaiting} isPaidDirectly={isPaidDirectly} />
        </>
      )}
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
    </section>
  );
}
