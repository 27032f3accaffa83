import type { ListedModel } from '@luit/contracts/generation/model-editor';
import { Badge } from '@luit/ui/badge';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/format';
import { lossText } from './loss-notice';
import { marginText, ModelBadge, successText } from './model-words';
import { failingText } from './route-health';

/** All models with how they did in the last day, and a warning where a route fails. */
export function ModelList({ models, shownId }: { models: ListedModel[]; shownId: string | undefined }) {
  return (
    <nav aria-label="Models">
      <ul className="grid gap-1">
        {models.map((model) => (
          <li key={model.id}>
            <Link
              to={`/models/${encodeURIComponent(model.id)}`}
              aria-current={model.id === shownId ? 'page' : undefined}
              className={clsx(
                'grid gap-1 rounded-control border px-3 py-2.5',
                model.id === shownId ? 'border-edge bg-accent-wash' : 'border-transparent hover:bg-sunken',
              )}
            >
              <Row model={model} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Row({ model: { id, name, state, isDefault, from, loss, lastDay, routes } }: { model: ListedModel }) {
  const failing = failingText(routes);
  return (
    <>
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        <ModelBadge state={state} />
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 text-label text-muted">
        <span className="wrap-anywhere">{id}</span>
        {isDefault && <Badge tone="accent">Default</Badge>}
      </span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm tabular-nums">
        <span>
          <span>{from === null ? 'Not sold alone' : `from ${formatNumber(from)}`}</span>
          {loss && (
            <span className="text-danger" title={lossText(loss)}>
              {' · below cost'}
            </span>
          )}
        </span>
        <span className="text-muted">{dayText(lastDay)}</span>
      </span>
      {failing && (
        <span className="flex items-start gap-1.5 text-sm font-medium text-danger">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">{failing}</span>
        </span>
      )}
    </>
  );
}

/** For example `1,250 jobs · 99% · margin 75%`. */
function dayText(lastDay: ListedModel['lastDay']): string {
  const { jobs } = lastDay;
  if (jobs === 0) return 'no jobs';
  const margin = marginText(lastDay);
  return [
    `${formatNumber(jobs)} ${jobs === 1 ? 'job' : 'jobs'}`,
    successText(lastDay),
    margin === 'Cost unknown' ? 'cost unknown' : `margin ${margin}`,
  ].join(' · ');
}
