import type { ActionResult } from '@luit/contracts/operations/job-actions';
import type { JobAction } from '@luit/contracts/operations/jobs';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Skeleton } from '@luit/ui/skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toast } from '@luit/ui/toaster';
import { ConfirmDialog } from '../../components/confirm-dialog';
import type { TableState } from '../../components/use-table-state';
import { AdminError, errorMessage } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';

const ACTIONS = {
  retry: { label: 'Retry', done: 'retried', note: 'Retries are free for their owners.' },
  cancel: {
    label: 'Cancel',
    done: 'canceled',
    note: 'Credits of waiting jobs are returned immediately, credits of running jobs once the provider confirms.',
  },
  refund: {
    label: 'Refund',
    done: 'refunded',
    note: 'Waiting jobs are canceled and their credits returned. Credits of successful jobs are refunded.',
  },
} as const satisfies Record<JobAction, object>;

const CREDITS: Record<JobAction, string> = {
  retry: 'credits waived',
  cancel: 'credits returned',
  refund: 'credits returned',
};

const FILTER_LABELS: Record<string, string> = {
  q: 'Search',
  status: 'Status',
  type: 'Type',
  provider: 'Provider',
  user: 'User',
};

/** Applies an action to every job that matches the filter. A filter is required, so that nobody changes all jobs by accident. */
export function BulkActions({ state }: { state: TableState }) {
  const [action, setAction] = useState<JobAction | null>(null);
  const filter = useMemo(() => filterOf(state), [state]);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="ml-auto flex items-center gap-1.5" role="group" aria-label="Bulk actions">
      {(Object.keys(ACTIONS) as JobAction[]).map((each) => (
        <Button
          key={each}
          tone="secondary"
          size="sm"
          disabled={!isFiltered}
          title={isFiltered ? undefined : 'Add a filter first'}
          onClick={() => setAction(each)}
        >
          {ACTIONS[each].label} all…
        </Button>
      ))}
      {action && <BulkDialog key={action} action={action} filter={filter} onClose={() => setAction(null)} />}
    </div>
  );
}

interface BulkDialogProps {
  action: JobAction;
  filter: Record<string, string>;
  onClose: () => void;
}

function BulkDialog({ action, filter, onClose }: BulkDialogProps) {
  const { client } = useServices();
  const { label, done, note } = ACTIONS[action];
  // One idempotency key per dialog: submitting it twice has one effect.
  const [key] = useState(() => crypto.randomUUID());
  const preview = useQuery({
    queryKey: ['bulk', action, filter],
    queryFn: () => client.send<BulkPreview>('POST', '/api/admin/jobs/bulk', { action, filter, dryRun: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = preview;

  async function confirm() {
    try {
      const body = { action, filter, dryRun: false, expectedCount: data?.jobs };
      const result = await client.send<ActionResult>('POST', '/api/admin/jobs/bulk', body, `${key}:${data?.jobs}`);
      toast.success(resultText(result, done, action));
    } catch (error) {
      if (error instanceof AdminError && error.status === 409) void preview.refetch();
      throw error;
    }
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`${label} all matching jobs?`}
      description={note}
      confirmLabel={data ? `${label} ${countOf(data.jobs)}` : label}
      dismissLabel={action === 'cancel' ? 'Keep jobs' : undefined}
      isDangerous={action !== 'retry'}
      isDisabled={!data || data.jobs === 0 || preview.isError}
      onConfirm={confirm}
    >
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {Object.entries(filter).map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="text-muted">{FILTER_LABELS[name]}:</dt>
            <dd className="truncate font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {preview.isError ? (
        <Alert tone="danger">{errorMessage(preview.error)}</Alert>
      ) : data ? (
        <p role="status" className="text-lg font-semibold tabular-nums">
          {data.jobs === 0 ? 'No matching job allows this action.' : previewText(data, action)}
        </p>
      ) : (
        <Skeleton className="h-8 w-64" />
      )}
    </ConfirmDialog>
  );
}

interface BulkPreview {
  jobs: number;
  credits: number;
}

function filterOf(state: TableState): Record<string, string> {
  const filter = {
    q: state.q,
    ...Object.fromEntries(['status', 'type', 'provider', 'user'].map((name) => [name, state.filter(name)])),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

function countOf(jobs: number): string {
  return `${formatNumber(jobs)} ${jobs === 1 ? 'job' : 'jobs'}`;
}

function previewText({ jobs, credits }: BulkPreview, action: JobAction): string {
  return `${countOf(jobs)}, ${formatNumber(credits)} ${CREDITS[action]}`;
}

function resultText(result: ActionResult, done: string, action: JobAction): string {
  const remaining = result.left > 0 ? ` ${countOf(result.left)} remaining.` : '';
  const refused = result.refused.length > 0 ? ` ${countOf(result.refused.length)} changed in the meantime.` : '';
  return `${countOf(result.jobs)} ${done}, ${formatNumber(result.credits)} ${CREDITS[action]}.${remaining}${refused}`;
}
