import { t } from '@lingui/core/macro';
import { ErrorState } from '@luit/ui/error-state';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import { useServices } from '../../../lib/services';
import { useHaveSettled } from '../../../lib/use-have-settled';
import { plansQuery } from '../../../shared/plans/get-plans';
import { balanceQuery } from '../../../shared/credits/api/get-balance';
import { modelsQuery } from '../api/get-models';
import { presetsQuery } from '../../../shared/plans/get-presets';
import type { Generation } from '../use-generation';
import { LoadingForm } from './loading-form';
import { HistoryStrip } from '../../../shared/studio/components/history-strip';
import { StudioLayout } from '../../../shared/studio/components/studio-layout';
import { LateResult } from '../../../shared/requests/components/late-result';
import { useStage } from './use-stage';
import { type LastFrame, PromptForm, type References } from './prompt-form';

interface GenerationPageProps {
  title: string;
  generation: Generation;
  /** Whether the inputs above the prompt are complete. */
  isReady?: boolean;
  /** Called when the user submits while they are not. */
  onNotReady?: () => void;
  /** The starting image; omitted for videos from a prompt alone. */
  image?: File | null;
  lastFrame?: LastFrame;
  references?: References;
  promptHint?: string;
  /** Shown above the submit button. */
  hint?: ReactNode;
  /** Rendered above the prompt. */
  children?: ReactNode;
}

/** The form of one kind of input, and the progress and result of a video on the stage. */
export function GenerationPage({ title, generation, ...form }: GenerationPageProps) {
  return (
    <StudioLayout
      title={title}
      {...useStage(generation)}
      filmstrip={<HistoryStrip shownId={generation.requestId} />}
      composer={<VideoForm generation={generation} {...form} />}
    />
  );
}

function VideoForm({ generation, ...form }: Omit<GenerationPageProps, 'title'>) {
  const { api } = useServices();
  const { data, isError } = useQuery(plansQuery(api));
  // The form appears with its controls and the credits it lacks, which would otherwise move its parts when they load.
  const haveContentsSettled = useHaveSettled([
    useQuery(modelsQuery(api)),
    useQuery(presetsQuery(api)),
    useQuery(balanceQuery(api)),
  ]);
  // The form is rendered in small steps, between which the browser responds to the user.
  const isShown = useDeferredValue(haveContentsSettled && data !== undefined);
  const plans = isShown ? data?.plans : undefined;
  return (
    <>
      <LateResult request={generation.failed} className="mb-6" />
      {plans && plans.length > 0 && (
        <PromptForm
          plans={plans}
          draft={generation.draft}
          isStarting={generation.isStarting}
          onDraft={generation.changeDraft}
          notice={generation.failed?.lateOutput ? null : generation.notice}
          onSubmit={generation.start}
          {...form}
        />
      )}
      {(isError || plans?.length === 0) && (
        <ErrorState
          title={t`Unable to load video plans. Please refresh the page.`}
          retryLabel={t`Refresh`}
          onRetry={() => window.location.reload()}
        />
      )}
      {!plans && !isError && <LoadingForm />}
    </>
  );
}
