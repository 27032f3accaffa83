import type { RequestView } from '@luit/contracts/http';
import { Progress } from '@luit/ui/progress';
import { RiverScene } from '@luit/ui/river-scene';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { formatCredits, formatDuration } from '../../../lib/format';
import { generationCopy } from '../copy';

interface ProcessingViewProps {
  progress: number;
  orderNumber: string;
  prompt: string;
  credits: number;
  request: RequestView | undefined;
}

/** The percent at which each step is reached. */
const STEP_AT = [10, 25, 50, 100];

export function ProcessingView({ progress, orderNumber, prompt, credits, request }: ProcessingViewProps) {
  const waits = [
    request?.jobStatus === 'pending' && request.queuePosition !== null && generationCopy.queue(request.queuePosition),
    request?.etaSeconds != null && generationCopy.eta(formatDuration(request.etaSeconds)),
    credits > 0 && generationCopy.held(formatCredits(credits)),
  ].filter((text) => typeof text === 'string');

  return (
    <section aria-labelledby="processing" className="mx-auto max-w-4xl">
      <div
        data-theme="dark"
        className="relative isolate flex aspect-[4/5] flex-col justify-between overflow-hidden rounded-card text-ink shadow-float sm:aspect-[2.2]"
      >
        <RiverScene className="absolute inset-0 -z-20" />
        <div className="absolute inset-0 -z-10 bg-[#04141a]/72" />
        <div className="flex items-start justify-between gap-6 p-5 sm:p-8">
          <div className="min-w-0">
            <h1 id="processing" className="text-title wide">
              {generationCopy.processingTitle}
            </h1>
            <p className="mt-1 text-sm text-[#c5d6d3]">{waits.join(' · ')}</p>
          </div>
          <p aria-hidden className="text-[clamp(3rem,8vw,5.5rem)] leading-none font-bold tabular-nums">
            {progress}
            <span className="text-[0.4em]">%</span>
          </p>
        </div>
        <p className="line-clamp-4 px-5 pb-6 text-center text-lg text-balance sm:px-16">{prompt}</p>
      </div>
      <Progress value={progress} label={generationCopy.processingTitle} className="mt-6" />
      <ol className="mt-4 grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
        {generationCopy.steps.map((step, index) => {
          const isReached = progress >= (STEP_AT[index] ?? 100);
          return (
            <li key={step} className={clsx('flex items-center gap-2', isReached ? 'font-semibold' : 'text-muted')}>
              <span
                aria-hidden
                className={clsx(
                  'grid size-5 place-items-center rounded-full border-2',
                  isReached ? 'border-muga bg-muga text-on-muga' : 'border-edge',
                )}
              >
                {isReached && <Check className="size-3.5" strokeWidth={3} />}
              </span>
              {step}
              <span className="sr-only">{isReached ? '(done)' : '(to come)'}</span>
            </li>
          );
        })}
      </ol>
      <p className="mt-7 border-t border-line pt-5 text-sm text-muted">{generationCopy.processingTime}</p>
      <p className="mt-1 text-sm text-muted">
        {generationCopy.orderNumber}: <span className="font-medium break-all text-ink">{orderNumber}</span>
      </p>
    </section>
  );
}
