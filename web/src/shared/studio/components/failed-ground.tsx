import type { RequestView } from '@luit/contracts/http/requests';
import { CircleAlert, CircleSlash } from 'lucide-react';
import { LateResult } from '../../requests/components/late-result';
import { StageGround } from '../../requests/components/stage-ground';
import { failureNotice } from '../../requests/outcome-notice';

/** Why a job failed and what became of its credits, or its result if that arrived late. */
export function FailedGround({ request }: { request: RequestView }) {
  if (request.lateOutput) return <LateResult request={request} />;
  const { title, text } = failureNotice(request);
  const icon = 'mt-0.5 size-5 shrink-0';
  return (
    <StageGround picture={request.imageUrl} words={request.prompt}>
      <div role={request.canceled ? 'status' : 'alert'} className="flex items-start gap-3">
        {request.canceled ? (
          <CircleSlash className={icon} aria-hidden />
        ) : (
          <CircleAlert className={`${icon} text-danger`} aria-hidden />
        )}
        <div className="min-w-0">
          {title && <p className="text-lg leading-snug font-semibold">{title}</p>}
          <p className="text-sm text-[#c5d6d3]">{text}</p>
        </div>
      </div>
    </StageGround>
  );
}
