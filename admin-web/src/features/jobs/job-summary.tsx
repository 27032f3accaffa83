import { Alert } from '@luit/ui/alert';
import { Card } from '@luit/ui/card';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatSeconds, secondsBetween, TYPE_LABELS } from './job-format';
import type { JobView } from './jobs-queries';

/** The wish, what came of it, and where it ran. */
export function JobSummary({ view }: { view: JobView }) {
  const { job, error, tasks, attempts, retryOf, retries } = view;
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
      {job.prompt && <p className="max-h-40 overflow-y-auto break-words whitespace-pre-wrap">{job.prompt}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name="Type">{TYPE_LABELS[job.type]}</Fact>
        <Fact name="Plan">
          {job.plan_id}, {view.resolution}
        </Fact>
        <Fact name="Model">{job.model}</Fact>
        <Fact name="Provider">{job.provider ?? 'none yet'}</Fact>
        <Fact name="Wait">{formatSeconds(secondsBetween(job.accepted_at, job.submitted_at))}</Fact>
        <Fact name="Run">{formatSeconds(secondsBetween(job.submitted_at, job.completed_at))}</Fact>
        {attempts.submitFailures > 0 && <Fact name="Refused">{attempts.submitFailures} times</Fact>}
        {attempts.resubmissions > 0 && <Fact name="Resubmitted">{attempts.resubmissions} times</Fact>}
        {tasks.map((task) => (
          <Fact key={task.externalId} name={`Task, ${task.status}`}>
            <code className="break-all select-all">{task.externalId}</code>
          </Fact>
        ))}
        {retryOf && (
          <Fact name="Retry of">
            <Link to={`/jobs/${retryOf.id}`} className="underline underline-offset-4">
              {retryOf.id.slice(-12)}, {retryOf.status}
            </Link>
          </Fact>
        )}
        {retries.map(({ id, status }) => (
          <Fact key={id} name="Retried as">
            <Link to={`/jobs/${id}`} className="underline underline-offset-4">
              {id.slice(-12)}, {status}
            </Link>
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
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
      {outputUrl && job.type !== 'restore' && (
        <video
          controls
          preload="none"
          src={outputUrl}
          poster={posterUrl ?? undefined}
          className="aspect-video w-full rounded-frame bg-sunken"
        />
      )}
      {outputUrl && job.type === 'restore' && (
        <img src={outputUrl} alt="The result" className="max-h-72 rounded-frame" />
      )}
      {imageUrl && <img src={imageUrl} alt="What was uploaded" loading="lazy" className="max-h-40 rounded-frame" />}
    </div>
  );
}
