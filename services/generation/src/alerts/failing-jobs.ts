import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { FAILING_JOBS } from '@luit/contracts/operations/limits';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';

/** Failures caused by the request itself, which do not indicate a problem with a provider or a plan. */
const OWN_FAULT = ['moderation', 'privacy', 'invalid_input'];

const WINDOW = `seconds = 60 AND at > now() - interval '5 minutes'`;

/** Jobs of one plan at one provider that ended in the last five minutes. */
interface Outcomes {
  provider: string;
  plan: string;
  succeeded: number;
  /** Failed jobs by error kind. */
  failures: Record<string, number>;
}

/** Alert causes: jobs of a provider, a plan or an error kind that fail too often. */
@Injectable()
export class FailingJobs {
  constructor(
    private readonly database: DataSource,
    private readonly aggregator: JobMetricsAggregator,
  ) {}

  /** SQL: false if no job failed. */
  readonly mayExist = `EXISTS (SELECT FROM job_rollups WHERE ${WINDOW} AND failed > 0)
    OR EXISTS (SELECT FROM job_metric_deltas WHERE error_kind IS NOT NULL)`;

  async alertCauses(): Promise<AlertCause[]> {
    await this.aggregator.refresh();
    const rows = await this.database.query<Outcomes[]>(
      `SELECT provider, plan_id AS plan, succeeded, failures FROM job_rollups WHERE ${WINDOW}`,
    );
    return failingJobs(rows);
  }
}

/** A failure is reported once: for its provider if that fails, else for its plan, else for its kind. */
export function failingJobs(rows: Outcomes[]): AlertCause[] {
  const counted = rows.map((row) => ({
    ...row,
    failures: Object.fromEntries(Object.entries(row.failures).filter(([kind]) => !OWN_FAULT.includes(kind))),
  }));
  const providers = failingBy(counted, 'provider');
  const elsewhere = counted.filter(({ provider }) => !providers.has(provider));
  const plans = failingBy(elsewhere, 'plan');
  const rest = elsewhere.filter(({ plan }) => !plans.has(plan));
  return [
    ...[...providers].map(([name, sum]) => causeOf('provider', name, sum)),
    ...[...plans].map(([name, sum]) => causeOf('plan', name, sum)),
    ...failingKinds(rest),
  ];
}

interface Sum {
  failed: number;
  finished: number;
  /** Failed jobs by error kind. */
  kinds: Map<string, number>;
}

function failingBy(rows: Outcomes[], key: 'provider' | 'plan'): Map<string, Sum> {
  const names = [...new Set(rows.map((row) => row[key]))];
  const sums = names.map((name) => [name, sumOf(rows.filter((row) => row[key] === name))] as const);
  return new Map(sums.filter(([, sum]) => isFailing(sum)));
}

function failingKinds(rows: Outcomes[]): AlertCause[] {
  const { finished, kinds } = sumOf(rows);
  return [...kinds]
    .map(([kind, failed]) => [kind, { failed, finished, kinds: new Map([[kind, failed]]) }] as const)
    .filter(([, sum]) => isFailing(sum))
    .map(([kind, sum]) => causeOf('kind', kind, sum));
}

function sumOf(rows: Outcomes[]): Sum {
  const kinds = new Map<string, number>();
  for (const { failures } of rows) {
    for (const [kind, jobs] of Object.entries(failures)) kinds.set(kind, (kinds.get(kind) ?? 0) + jobs);
  }
  const failed = [...kinds.values()].reduce((sum, jobs) => sum + jobs, 0);
  return { failed, kinds, finished: failed + rows.reduce((sum, { succeeded }) => sum + succeeded, 0) };
}

function isFailing({ failed, finished }: Sum): boolean {
  return failed >= FAILING_JOBS.least && failed >= finished * FAILING_JOBS.share;
}

function causeOf(what: 'provider' | 'plan' | 'kind', name: string, { failed, finished, kinds }: Sum): AlertCause {
  const [kind = ''] = [...kinds].sort(([, a], [, b]) => b - a)[0] ?? [];
  const of = { provider: ` of provider ${name}`, plan: ` of plan ${name}`, kind: '' }[what];
  return {
    kind: 'jobs_failing',
    subject: `${what} ${name}`,
    summary: `${failed} of ${finished} jobs${of} failed in the last 5 minutes, most with the error kind ${kind}.`,
    action:
      'Open a failed job and read its provider’s error message. Luit has returned the credits of the failed jobs.',
    severity: 'critical',
  };
}
