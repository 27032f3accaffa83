import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RunTimes } from '../estimates/run-times';
import { statesSql, TRACKED } from '../request-rows/request-states';

/** A job that runs for less is never late. */
const LEAST_RUN_MINUTES = 5;
/** How much longer than usual a job may run, times what nine of ten jobs take. */
const USUAL_TIMES = 4;
/** Workers ask about every running job within seconds, and copy an output at once. */
const RESULT_MINUTES = 2;
/** Rounded, so that the text, which is reported when it changes, does not change at every check. */
const ROUNDED_MINUTES = 5;

const LONG_RUNNING = `state = 'running' AND provider <> '${TEST_PROVIDER}' AND submitted_at < now() - interval '${LEAST_RUN_MINUTES} minutes'`;
const LATE_RESULT = `state IN (${statesSql(TRACKED)}) AND provider <> '${TEST_PROVIDER}'
  AND least(next_poll_at, collecting_at) < now() - interval '${RESULT_MINUTES} minutes'`;

interface Running {
  provider: string;
  planId: string;
  /** Minutes since the submission of each job. */
  minutes: number[];
}

/** Alert causes: jobs that run far longer than usual, and results that no worker reads or copies. */
@Injectable()
export class SlowJobs {
  constructor(
    private readonly database: DataSource,
    private readonly runTimes: RunTimes,
  ) {}

  /** SQL: false if `alertCauses` would find nothing. */
  readonly mayExist = `EXISTS (SELECT FROM requests WHERE ${LONG_RUNNING}) OR EXISTS (SELECT FROM requests WHERE ${LATE_RESULT})`;

  async alertCauses(): Promise<AlertCause[]> {
    return [...(await this.overdue()), ...(await this.lateResults())];
  }

  private async overdue(): Promise<AlertCause[]> {
    const groups = await this.database.query<Running[]>(
      `SELECT provider, plan_id AS "planId", array_agg(extract(epoch FROM now() - submitted_at)::float8 / 60) AS minutes
         FROM requests WHERE ${LONG_RUNNING} GROUP BY provider, plan_id ORDER BY provider, plan_id`,
    );
    const late = new Map<string, { jobs: number; oldest: number; usual: number }>();
    for (const { provider, planId, minutes } of groups) {
      const times = await this.runTimes.measured(this.database.manager, planId, provider);
      if (!times) continue;
      const usual = times.p90 / 60;
      const found = minutes.filter((each) => each > USUAL_TIMES * usual);
      if (found.length === 0) continue;
      const known = late.get(provider) ?? { jobs: 0, oldest: 0, usual };
      const oldest = Math.max(known.oldest, ...found);
      late.set(provider, { jobs: known.jobs + found.length, oldest, usual: Math.max(known.usual, usual) });
    }
    return [...late].map(([provider, { jobs, oldest, usual }]) => ({
      kind: 'jobs_overdue',
      subject: provider,
      summary: `${jobs === 1 ? '1 job' : `${jobs} jobs`} at ${provider} ${jobs === 1 ? 'runs' : 'run'} far longer than usual, the oldest for more than ${rounded(oldest)} minutes. Nine of ten took less than ${Math.max(1, Math.ceil(usual))} min.`,
      action: `Open the oldest one and ask ${provider} about its task. Cancel it to return its credits, or wait: it ends at its time limit.`,
      severity: 'warning',
    }));
  }

  private async lateResults(): Promise<AlertCause[]> {
    const [found] = await this.database.query<{ jobs: number; minutes: number; copied: number }[]>(
      `SELECT count(*)::int AS jobs, count(*) FILTER (WHERE state = 'collecting')::int AS copied,
              extract(epoch FROM now() - min(least(next_poll_at, collecting_at)))::float8 / 60 AS minutes
         FROM requests WHERE ${LATE_RESULT}`,
    );
    if (!found || found.jobs === 0) return [];
    const { jobs, copied, minutes } = found;
    return [
      {
        kind: 'results_waiting',
        subject: 'results',
        summary: `${jobs === 1 ? '1 job waits' : `${jobs} jobs wait`} for a worker to read or copy the result, ${copied} of them with a finished output, the oldest for more than ${rounded(minutes, RESULT_MINUTES)} minutes.`,
        action:
          'Check that workers run and that none is blocked, and the storage of outputs; their logs name what fails.',
        severity: 'critical',
      },
    ];
  }
}

function rounded(minutes: number, least = LEAST_RUN_MINUTES): number {
  return Math.max(least, Math.floor(minutes / ROUNDED_MINUTES) * ROUNDED_MINUTES);
}
