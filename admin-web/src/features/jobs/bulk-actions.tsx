import type { ActionResult, FrozenPreview } from '@luit/contracts/operations/job-actions';
import type { JobAction } from '@luit/contracts/operations/jobs';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { TextLink } from '../../components/text-link';
import type { TableState } from '../../components/use-table-state';
import { AdminError, errorMessage } from '../../lib/admin-error';
import { formatDateTime, formatNumber } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { BULK_ACTIONS, countOfJobs } from './bulk-words';
import { stateLabel, TYPE_LABELS } from './job-format';
import { PERIODS, TIME_FILTERS } from './time-filter';

type Answer = Omit<ActionResult, 'operationId'> & { operationId: string | null };

const JOBS_BULK_PATH = '/api/admin/jobs/bulk';

interface FilterText {
  label: string;
  /** The value as the page names it. */
  textOf?: (value: string) => string;
}

const FILTERS: Record<string, FilterText> = {
  q: { label: 'Search' },
  status: { label: 'Status', textOf: stateLabel },
  type: { label: 'Type', textOf: (type) => TYPE_LABELS[type as keyof typeof TYPE_LABELS] },
  provider: { label: 'Provider' },
  user: { label: 'User' },
  within: { label: 'Created', textOf: (period) => PERIODS.find(({ value }) => value === period)?.label ?? period },
  from: { label: 'Created from', textOf: formatDateTime },
  to: { label: 'Created before', textOf: formatDateTime },
};

/** Applies an action to every job that matches the filter. A filter is required, so that no one changes all jobs by accident. */
export function BulkActions({ state }: { state: TableState }) {
  const canApply = useCan('jobs.apply_bulk');
  const [action, setAction] = useState<JobAction | null>(null);
  const filter = useMemo(() => filterOf(state), [state]);
  const isFiltered = Object.keys(filter).length > 0;
  const hintId = useId();
  return (
    <div className="ml-auto flex flex-wrap items-center gap-1.5" role="group" aria-label="Bulk actions">
      {(canApply ? (Object.keys(BULK_ACTIONS) as JobAction[]) : []).map((each) => (
        <Button
          key={each}
          tone="secondary"
          size="sm"
          disabled={!isFiltered}
          aria-describedby={isFiltered ? undefined : hintId}
          onClick={() => setAction(each)}
        >
          {BULK_ACTIONS[each].label} all…
        </Button>
      ))}
      {canApply && !isFiltered && (
        <span id={hintId} className="text-label text-muted">
          To act on many jobs at once, filter the list first.
        </span>
      )}
      <span className="text-sm">
        <TextLink to="/bulk-actions">Past bulk actions</TextLink>
      </span>
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
  const navigate = useNavigate();
  const { label, note, credits } = BULK_ACTIONS[action];
  // The preview is stored, and the action applies to exactly its jobs. So it is made once.
  const preview = useQuery({
    queryKey: ['bulk', action, filter],
    queryFn: () => client.send<FrozenPreview>('POST', JOBS_BULK_PATH, { action, filter, dryRun: true }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data } = preview;

  async function confirm(reason: string) {
    if (!data) return;
    try {
      const body = { previewId: data.previewId, action, reason };
      const { operationId } = await client.send<Answer>('POST', '/api/admin/bulk-actions', body);
      // If the answer has no operation, the action waits for a second operator.
      await navigate(operationId ? `/bulk-actions/${operationId}` : '/approvals?state=pending');
    } catch (error) {
      if (error instanceof AdminError && error.status === 409) void preview.refetch();
      throw error;
    }
  }

  if (data?.jobs === 0) return <NothingToDo action={action} filter={filter} onClose={onClose} />;
  return (
    <ReasonedDialog
      onClose={onClose}
      title={`${label} all matching jobs?`}
      description={note}
      confirmLabel={data ? `${label} ${countOfJobs(data.jobs)}` : label}
      dismissLabel={action === 'cancel' ? 'Keep jobs' : undefined}
      isDangerous={action !== 'retry'}
      isDisabled={!data || preview.isFetching || preview.isError}
      onConfirm={confirm}
    >
      <FilterList filter={filter} />
      {preview.isError ? (
        <Alert tone="danger">{errorMessage(preview.error)}</Alert>
      ) : data ? (
        <div role="status">
          <p className="text-lg font-semibold tabular-nums">
            {`${countOfJobs(data.jobs)}, ${formatNumber(data.credits)} ${credits}`}
          </p>
          <p className="text-sm text-muted">Jobs that match later are not affected.</p>
        </div>
      ) : (
        <Skeleton className="h-8 w-64" />
      )}
    </ReasonedDialog>
  );
}

/** No matching job allows the action: there is nothing to confirm, so no reason is asked for. */
function NothingToDo({ action, filter, onClose }: BulkDialogProps) {
  const { label, applies } = BULK_ACTIONS[action];
  return (
    <Dialog isOpen onClose={onClose} title={`There is nothing to ${label.toLowerCase()}`} description={applies}>
      <div className="grid gap-5">
        <FilterList filter={filter} />
        <div className="flex justify-end">
          <Button tone="secondary" onClick={onClose}>
            Back to the jobs
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function FilterList({ filter }: { filter: Record<string, string> }) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {Object.entries(filter).map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="text-muted">{FILTERS[name]?.label}:</dt>
          <dd className="truncate font-medium">{FILTERS[name]?.textOf?.(value) ?? value}</dd>
        </div>
      ))}
    </dl>
  );
}

function filterOf(state: TableState): Record<string, string> {
  const filter = {
    q: state.q,
    ...Object.fromEntries(
      ['status', 'type', 'provider', 'user', ...TIME_FILTERS].map((name) => [name, state.filter(name)]),
    ),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}
