import type { RequestView } from '@luit/contracts/http';
import { Alert } from '@luit/ui/alert';
import { Progress } from '@luit/ui/progress';
import { RiverScene } from '@luit/ui/river-scene';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { formatCredits } from '../../../lib/format';
import { generationCopy } from '../copy';
import { moneyStory } from '../money-story';
import { waitsOf } from '../waits';
import { Elapsed } from './elapsed';

interface ProcessingViewProps {
  progress: number;
  orderNumber: string;
  prompt: string;
  credits: number;
  request: RequestView | undefined;
  startedAt?: string;
  /** The last look for news found nobody. */
  isUnreachable?: boolean;
}

/** The percent at which each step is reached. */
const STEP_AT = [10, 25, 50, 100];

export function ProcessingView({ progress, orderNumber, prompt, credits, request, ...rest }: ProcessingViewProps) {
  const { startedAt = request?.createdAt, isUnreachable = false } = rest;
  const held = credits > 0 ? [generationCopy.held(formatCredits(credits))] : [];
  const waits = [...(request ? waitsOf(request) : []), ...held];
  const current = STEP_AT.findLastIndex((percent) => progress >= percent);

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
        <p dir="auto" className="line-clamp-4 px-5 pb-6 text-center text-lg text-balance sm:px-16">
          {prompt}
        </p>
      </div>
      {isUnreachable && (
        <Alert tone="muga" className="mt-6">
          {generationCopy.unreachable}
        </Alert>
      )}
      <Progress value={progress} label={generationCopy.processingTitle} className="mt-6" />
      <ol className="mt-4 grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
        {generationCopy.steps.map((step, index) => {
          const isReached = progress >= (STEP_AT[index] ?? 100);
          return (
            <li
              key={step}
              aria-current={index === current ? 'step' : undefined}
              className={clsx('flex items-center gap-2', isReached ? 'font-semibold' : 'text-muted')}
            >
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
      <div className="mt-7 grid gap-1 border-t border-line pt-5 text-sm text-muted">
        {startedAt && (
          <p>
            {generationCopy.elapsed}{' '}
            <span className="font-medium text-ink">
              <Elapsed since={startedAt} />
            </span>
          </p>
        )}
        <p>{generationCopy.processingTime}</p>
        {request && credits > 0 && <p>{moneyStory(request)}</p>}
      </div>
      <p className="mt-1 text-sm text-muted">
        {generationCopy.orderNumber}: <span className="font-medium break-all text-ink">{orderNumber}</span>
      </p>
    </section>
  );
}
