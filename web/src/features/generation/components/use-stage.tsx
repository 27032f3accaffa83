import type { ReactNode } from 'react';
import type { Example } from '../../../shared/examples/examples';
import { StageIdle } from '../../../shared/studio/components/stage-idle';
import { useDetails } from '../../../shared/studio/use-details';
import type { Generation } from '../use-generation';
import { useResultsOf } from './result-grid';
import { ResultStage } from './result-stage';
import { WaitingStage } from './waiting-stage';

interface StageParts {
  stage: ReactNode;
  stageKey: string;
  details: ReactNode;
}

/**
 * What the studio shows of a generation: nothing yet, a job, or its results with their details on request.
 *
 * @param onChange shows the form for a change of an image
 */
export function useStage(generation: Generation, onChange: (image: File) => void = () => undefined): StageParts {
  const { view, order, request, requestId } = generation;
  const results = useResultsOf(request);
  const details = useDetails(request);
  const isOfSeveral = results.length > 1 && results.some(({ status }) => status !== 'processing');
  const stageKey = `${view} ${results.length > 1 ? results[0]?.id : (order?.id ?? requestId ?? '')}`;
  if (view === 'idle') {
    const use = ({ prompt, planId, options }: Example) => generation.reuse({ prompt, planId, options });
    return { stage: <StageIdle onUse={generation.makesImages ? undefined : use} />, stageKey, details: null };
  }
  if (!request || (view !== 'ended' && !isOfSeveral))
    return { stage: <WaitingStage generation={generation} />, stageKey, details: null };
  const stage = (
    <>
      <ResultStage {...{ request, results, generation, onChange }} onDetails={details.toggle} />
      {details.sheet}
    </>
  );
  return { stage, stageKey, details: details.beside };
}
