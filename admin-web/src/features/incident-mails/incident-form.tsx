import type { IncidentOutcome, IncidentPreview, IncidentSelection } from '@luit/contracts/auth/incident-mails';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { Skeleton } from '@luit/ui/skeleton';
import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Section } from '../../components/section';
import { StillNeeded } from '../../components/still-needed';
import { errorMessage, readAdvice } from '../../lib/admin-error';
import { fromLocalTime, TIME_ZONE_NAME } from '../../lib/format';
import { useServices } from '../../lib/services';
import { providersQuery } from '../providers/providers-query';

const OUTCOMES: Record<IncidentOutcome, string> = {
  failed: 'Failed',
  canceled: 'Canceled',
  unconfirmed: 'Unconfirmed',
  waited: 'Waited longer than…',
};

interface IncidentFormProps {
  preview: UseMutationResult<IncidentPreview, Error, IncidentSelection>;
}

/** The span, providers and outcome of an incident. A change discards the preview. */
export function IncidentForm({ preview }: IncidentFormProps) {
  const { client } = useServices();
  const { data, error, refetch } = useQuery(providersQuery(client));
  const [fields, setFields] = useState({ from: '', to: '', outcome: 'failed' as IncidentOutcome, minutes: '10' });
  const [providers, setProviders] = useState<string[]>([]);
  const hintId = useId();
  const set = (change: Partial<typeof fields>) => {
    setFields((old) => ({ ...old, ...change }));
    preview.reset();
  };
  const toggle = (name: string) => {
    setProviders((old) => (old.includes(name) ? old.filter((each) => each !== name) : [...old, name]));
    preview.reset();
  };
  const { from, to, outcome, minutes } = fields;
  const isWaited = outcome === 'waited';
  const missing = missingOf({ from, to, hasProvider: providers.length > 0, minutes: isWaited ? minutes : null });
  const isComplete = missing.length === 0;
  return (
    <Section title="Affected jobs">
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isComplete || preview.isPending) return;
          const span = { from: fromLocalTime(from), to: fromLocalTime(to) };
          preview.mutate({ ...span, providers, outcome, ...(isWaited && { waitedMinutes: Number(minutes) }) });
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <Input
            label={`Created from (${TIME_ZONE_NAME})`}
            type="datetime-local"
            value={from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <Input
            label={`Created before (${TIME_ZONE_NAME})`}
            type="datetime-local"
            value={to}
            error={from && to && from >= to ? 'The end must be after the start' : undefined}
            onChange={(event) => set({ to: event.target.value })}
          />
          <Select
            label="Outcome"
            value={outcome}
            onChange={(event) => set({ outcome: event.target.value as IncidentOutcome })}
          >
            {Object.entries(OUTCOMES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          {isWaited && (
            <Input
              label="Minutes until a provider accepted the job"
              type="number"
              min={1}
              value={minutes}
              onChange={(event) => set({ minutes: event.target.value })}
            />
          )}
        </div>
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-semibold">Providers</legend>
          {error && (
            <Alert tone="danger">
              Could not load the providers. {readAdvice(error)}{' '}
              <button type="button" className="font-semibold underline" onClick={() => void refetch()}>
                Retry
              </button>
            </Alert>
          )}
          {!data && !error && (
            <div role="status" aria-label="Loading the providers">
              <Skeleton className="h-6 w-64" />
            </div>
          )}
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {data?.providers.map(({ name }) => (
              <Checkbox key={name} label={name} checked={providers.includes(name)} onChange={() => toggle(name)} />
            ))}
          </div>
        </fieldset>
        {preview.isError && <Alert tone="danger">{errorMessage(preview.error)}</Alert>}
        <div>
          <Button
            type="submit"
            tone="secondary"
            busy={preview.isPending}
            disabled={!isComplete}
            aria-describedby={hintId}
          >
            Preview recipients
          </Button>
          <StillNeeded id={hintId} missing={missing} />
        </div>
      </form>
    </Section>
  );
}

interface Selection {
  from: string;
  to: string;
  hasProvider: boolean;
  /** Null unless the outcome is that jobs waited. */
  minutes: string | null;
}

/** What the selection lacks, in the order of the form. */
function missingOf({ from, to, hasProvider, minutes }: Selection): string[] {
  return [
    ...(from ? [] : ['the start']),
    ...(to ? [] : ['the end']),
    ...(from && to && from >= to ? ['an end after the start'] : []),
    ...(hasProvider ? [] : ['at least one provider']),
    ...(minutes === null || Number(minutes) >= 1 ? [] : ['at least 1 minute of waiting']),
  ];
}
