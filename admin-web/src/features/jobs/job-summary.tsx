import { PARAMETERS_OF } from '@luit/contracts/generation/catalog/vocabulary';
import { makesVideo } from '@luit/contracts/generation/outputs';
import { Alert } from '@luit/ui/alert';
import { Card } from '@luit/ui/card';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { IfPermitted } from '../../components/if-permitted';
import { FeatureButton } from '../examples/feature-button';
import { secondsBetween, stateLabel, TYPE_LABELS } from './job-format';
import { formatSeconds } from '../../lib/format';
import type { JobView } from '../live-operations/jobs-queries';

/** They have their own lines. */
const SHOWN: string[] = ['prompt', 'duration', 'resolution'];
const NAMES = [...new Set([...PARAMETERS_OF.video, ...PARAMETERS_OF.image])];

/** The request, its result, and where it ran. */
export function JobSummary({ view }: { view: JobView }) {
  const { job, options, error, tasks, attempts, retryOf, retries } = view;
  return (
    <Card className="grid min-w-0 gap-4 p-5 text-sm">
      <h2 className="text-label text-muted eyebrow">Request</h2>
      {error && (
        <Alert tone="danger">
          {error.message}{' '}
          <span className="font-normal">
            ({error.kind}, {error.code})
          </span>
        </Alert>
      )}
      <Media view={view} />
      {view.outputUrl && job.type === 'video' && job.status === 'succeeded' && (
        <IfPermitted permission="examples.change">
          <p>
            <FeatureButton jobId={job.id} prompt={job.prompt} />
          </p>
        </IfPermitted>
      )}
      {job.prompt && (
        <p
          tabIndex={0}
          role="region"
          aria-label="Prompt"
          dir="auto"
          className="max-h-40 overflow-y-auto break-words whitespace-pre-wrap"
        >
          {job.prompt}
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Item name="Type">{TYPE_LABELS[job.type]}</Item>
        <Item name="Plan">{[job.plan_id, view.resolution].filter(Boolean).join(', ')}</Item>
        <Item name="Model">{job.model}</Item>
        {askedFor(options).map(([name, value]) => (
          <Item key={name} name={name}>
            {value}
          </Item>
        ))}
        <Item name="Provider">{job.provider ?? 'Not assigned'}</Item>
        <Item name="Wait">{formatSeconds(secondsBetween(job.accepted_at, job.submitted_at))}</Item>
        <Item name="Run">{formatSeconds(secondsBetween(job.submitted_at, job.completed_at))}</Item>
        {attempts.submitFailures > 0 && <Item name="Failed submissions">{attempts.submitFailures}</Item>}
        {attempts.resubmissions > 0 && <Item name="Resubmissions">{attempts.resubmissions}</Item>}
        {tasks.map((task) => (
          <Item key={task.externalId} name={`Task, ${task.status}`}>
            <code className="break-all select-all">{task.externalId}</code>
          </Item>
        ))}
        {retryOf && (
          <Item name="Retry of">
            <Link to={`/jobs/${retryOf.id}`} className="underline underline-offset-4">
              {retryOf.id.slice(-12)}, {stateLabel(retryOf.status)}
            </Link>
          </Item>
        )}
        {retries.map(({ id, status }) => (
          <Item key={id} name="Retried as">
            <Link to={`/jobs/${id}`} className="underline underline-offset-4">
              {id.slice(-12)}, {stateLabel(status)}
            </Link>
          </Item>
        ))}
      </dl>
    </Card>
  );
}

/** What the model was asked for, besides duration and resolution. */
function askedFor(options: JobView['options']): [string, string][] {
  const given: Record<string, unknown> = { ...options };
  return NAMES.flatMap((name) => {
    const value = given[name] ?? null;
    if (value === null || SHOWN.includes(name)) return [];
    const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
    return [[words.charAt(0).toUpperCase() + words.slice(1), name === 'strength' ? `${text} %` : text]];
  });
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function Media({ view: { job, imageUrl, outputUrl, posterUrl } }: { view: JobView }) {
  if (!imageUrl && !outputUrl) return null;
  return (
    <div className="grid gap-2">
      {outputUrl && makesVideo(job.type) && (
        <video
          controls
          preload="none"
          src={outputUrl}
          poster={posterUrl ?? undefined}
          className="aspect-video w-full rounded-frame bg-sunken"
        />
      )}
      {outputUrl && !makesVideo(job.type) && <img src={outputUrl} alt="Result" className="max-h-72 rounded-frame" />}
      {imageUrl && <img src={imageUrl} alt="Uploaded image" loading="lazy" className="max-h-40 rounded-frame" />}
    </div>
  );
}
