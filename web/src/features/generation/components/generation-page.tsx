import type { VideoPlan } from '@luit/contracts/generation/plans';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { planCopy } from '../../../shared/plans/copy';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { plansQuery } from '../../../shared/plans/get-plans';
import { generationCopy } from '../copy';
import type { Generation } from '../use-generation';
import { CancelButton } from '../../../shared/requests/components/cancel-button';
import { CompletedView } from './completed-view';
import { LateResult } from '../../../shared/requests/components/late-result';
import { ProcessingView } from '../../../shared/requests/components/processing-view';
import { PromptForm } from './prompt-form';

interface GenerationPageProps {
  title: string;
  lead: string;
  generation: Generation;
  /** Offered durations in seconds; all if omitted. */
  durations?: VideoPlan['duration'][];
  /** Whether the inputs above the prompt are complete. */
  isReady?: boolean;
  /** Called when the user submits while they are not. */
  onNotReady?: () => void;
  promptHint?: string;
  /** Shown above the submit button. */
  hint?: ReactNode;
  /** Rendered above the prompt. */
  children?: ReactNode;
}

/** The form, progress and result of one video, for any kind of input. */
export function GenerationPage({ generation, ...form }: GenerationPageProps) {
  const { view, progress, order, request, requestId } = generation;
  // Each view starts at the top of the page.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [view]);
  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{form.title}</PageTitle>
      {view === 'form' && <FormView generation={generation} {...form} />}
      {view === 'processing' && (
        <ProcessingView
          progress={progress}
          orderNumber={requestId ?? order?.id ?? ''}
          prompt={request?.prompt ?? order?.prompt ?? ''}
          credits={request?.credits ?? order?.credits ?? 0}
          request={request}
          startedAt={request?.createdAt ?? order?.createdAt}
          isUnreachable={generation.isUnreachable}
        />
      )}
      {view === 'processing' && request && <CancelButton request={request} />}
      {view === 'completed' && request && (
        <CompletedView request={request} onEdit={generation.edit} onNew={generation.startNew} />
      )}
    </div>
  );
}

function FormView({ title, lead, generation, durations, ...form }: GenerationPageProps) {
  const { api } = useServices();
  const { data, isError } = useQuery(plansQuery(api));
  const plans = data?.plans.filter(({ duration }) => !durations || durations.includes(duration));
  return (
    <>
      <h1 className="text-page heading">{title}</h1>
      <p className="mt-2 mb-8 text-lg text-muted">{lead}</p>
      <LateResult request={generation.failed} className="mb-6 max-w-2xl" />
      {plans && plans.length > 0 && (
        <PromptForm
          plans={plans}
          initialPrompt={generation.draft.prompt}
          initialPlanId={generation.draft.planId}
          onDraft={generation.saveDraft}
          notice={generation.failed?.lateOutput ? null : generation.notice}
          onSubmit={generation.start}
          {...form}
        />
      )}
      {(isError || plans?.length === 0) && (
        <ErrorState
          title={planCopy.loadFailed}
          retryLabel={generationCopy.refreshPage}
          onRetry={() => window.location.reload()}
        />
      )}
      {!plans && !isError && (
        <div role="status" aria-label="Loading..." className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <Skeleton className="h-112 rounded-card" />
          <Skeleton className="h-52 rounded-card" />
        </div>
      )}
    </>
  );
}
