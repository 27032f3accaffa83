import { t } from '@lingui/core/macro';
import { Dialog } from '@luit/ui/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { RequestDetails } from '../../../shared/requests/components/request-details';
import { StageIdle } from '../../../shared/studio/components/stage-idle';
import type { Generation } from '../use-generation';
import { useResultsOf } from './result-grid';
import { ResultStage } from './result-stage';
import { WaitingStage } from './waiting-stage';

interface StageParts {
  stage: ReactNode;
  stageKey: string;
  details: ReactNode;
}

/** Beside the stage from this width on; below it, details are a sheet. */
const WIDE = '(min-width: 64rem)';

/**
 * What the studio shows of a generation: nothing yet, a job, or its results with their details on request.
 *
 * @param onChange shows the form for a change of an image
 */
export function useStage(generation: Generation, onChange: (image: File) => void = () => undefined): StageParts {
  const { view, order, request, requestId } = generation;
  const [isOpen, setOpen] = useState<'beside' | 'sheet' | null>(null);
  const results = useResultsOf(request);
  const isOfSeveral = results.length > 1 && results.some(({ status }) => status !== 'processing');
  const stageKey = `${view} ${results.length > 1 ? results[0]?.id : (order?.id ?? requestId ?? '')}`;
  if (view === 'form') return { stage: <StageIdle />, stageKey, details: null };
  if (!request || (view !== 'completed' && !isOfSeveral))
    return { stage: <WaitingStage generation={generation} />, stageKey, details: null };
  const close = () => setOpen(null);
  const toggle = () => setOpen(isOpen ? null : window.matchMedia(WIDE).matches ? 'beside' : 'sheet');
  const stage = (
    <>
      <ResultStage {...{ request, results, generation, onChange }} onDetails={toggle} />
      <Dialog isOpen={isOpen === 'sheet'} onClose={close} title={t`Details`}>
        <RequestDetails request={request} />
      </Dialog>
    </>
  );
  const details = isOpen === 'beside' && (
    <section aria-labelledby="details" className="grid max-h-full gap-4 overflow-y-auto">
      <div className="flex items-center justify-between">
        <h2 id="details" className="font-semibold">
          {t`Details`}
        </h2>
        <button
          type="button"
          aria-label={t`Close`}
          onClick={close}
          className="grid size-10 cursor-pointer place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-5" aria-hidden />
        </button>
      </div>
      <RequestDetails request={request} />
    </section>
  );
  return { stage, stageKey, details: details || null };
}
