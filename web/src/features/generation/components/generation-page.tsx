import { t } from '@lingui/core/macro';
import { ErrorState } from '@luit/ui/error-state';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useServices } from '../../../lib/services';
import { useHaveSettled } from '../../../lib/use-have-settled';
import { plansQuery } from '../../../shared/plans/get-plans';
import { balanceQuery } from '../../../shared/credits/api/get-balance';
import { modelsQuery } from '../api/get-models';
import { presetsQuery } from '../../../shared/plans/get-presets';
import { promptHelpQuery } from '../../../shared/prompt-help/improve-prompt-call';
import { Composer, type ComposerProps } from '../composer/composer';
import { HistoryStrip } from '../../../shared/studio/components/history-strip';
import { LoadingComposer } from '../../../shared/studio/components/loading-composer';
import { StudioLayout } from '../../../shared/studio/components/studio-layout';
import { useStage } from './use-stage';

interface GenerationPageProps extends Omit<ComposerProps, 'output' | 'plans'> {
  title: string;
}

/** The studio of one kind of video. */
export function GenerationPage({ title, ...composer }: GenerationPageProps) {
  return (
    <StudioLayout
      title={title}
      {...useStage(composer.generation)}
      filmstrip={<HistoryStrip shownId={composer.generation.requestId} />}
      composer={<VideoComposer {...composer} />}
    />
  );
}

function VideoComposer(composer: Omit<ComposerProps, 'output' | 'plans'>) {
  const { api } = useServices();
  const { data, isError } = useQuery(plansQuery(api));
  // The composer appears with its controls, the help with prompts and the credits it lacks, which would otherwise move its parts when they load.
  const haveContentsSettled = useHaveSettled([
    useQuery(modelsQuery(api)),
    useQuery(presetsQuery(api)),
    useQuery(balanceQuery(api)),
    useQuery(promptHelpQuery(api)),
  ]);
  // It is rendered in small steps, between which the browser responds to the user.
  const isShown = useDeferredValue(haveContentsSettled && data !== undefined);
  const plans = isShown ? data?.plans : undefined;
  return (
    <>
      {plans && plans.length > 0 && <Composer {...composer} output="video" plans={plans} />}
      {(isError || plans?.length === 0) && (
        <ErrorState
          title={t`Unable to load video plans. Please refresh the page.`}
          retryLabel={t`Refresh`}
          onRetry={() => window.location.reload()}
        />
      )}
      {!plans && !isError && <LoadingComposer />}
    </>
  );
}
