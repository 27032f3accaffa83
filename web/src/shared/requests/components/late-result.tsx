import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { Card } from '@luit/ui/card';
import { VideoPlayer } from '@luit/ui/video-player';
import { requestCopy } from '../copy';
import { LateDownload } from './late-download';

/** A result that the provider delivered after its job had failed and its credits were returned. */
export function LateResult({ request, className }: { request: RequestView | undefined; className?: string }) {
  if (!request?.lateOutput) return null;
  const { lateOutput, posterUrl, type, prompt } = request;
  return (
    <Card as="section" aria-label={requestCopy.late[type]} className={className}>
      <div className="overflow-hidden rounded-t-card bg-[#04110f]">
        {makesVideo(type) ? (
          <VideoPlayer src={lateOutput} poster={posterUrl} label={requestCopy.late[type]} />
        ) : (
          <img src={lateOutput} alt={requestCopy.late[type]} className="mx-auto max-h-112 object-contain" />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 p-5 sm:p-6">
        <div role="status" className="grid min-w-0 gap-1">
          <h2 className="font-semibold text-success">{requestCopy.late[type]}</h2>
          {prompt && (
            <p className="line-clamp-2 text-sm break-words text-muted" dir="auto">
              {prompt}
            </p>
          )}
        </div>
        <LateDownload url={lateOutput} size="md" />
      </div>
    </Card>
  );
}
