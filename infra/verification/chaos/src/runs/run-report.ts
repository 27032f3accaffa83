import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';
import { OperatorClient } from '@luit/smoke/operator-client';
import { FINISHES_WITHIN_MS, type VirtualUser } from './virtual-user';

interface FinishedJob {
  id: string;
  user_id: string;
  client_ref: string;
  state: string;
  type: string;
  credits: number;
  error_code: string | null;
  resubmissions: number;
  was_unknown: boolean;
  was_told_to_fail: boolean;
  /** From acceptance to the terminal state, milliseconds. */
  took_ms: number;
}

interface InvariantStatus {
  invariant: string;
  name: string;
  violations: number;
  repaired: number;
  checkedAt: string;
}

/** The outcome of a run and the problems that it found. */
export interface RunReport {
  outcomes: Record<string, number>;
  types: Record<string, number>;
  /** Error codes of jobs that failed although their prompt did not ask for it. */
  unexpected: Record<string, number>;
  /** The history of each of these jobs, and of each job with lost submissions, one line each. */
  histories: string[];
  /** Error codes of failed jobs. */
  failures: Record<string, number>;
  longestMs: number;
  medianMs: number;
  /** Provider tasks beyond one per job. */
  extraTasks: number;
  wereUnknown: number;
  resubmitted: number;
  repaired: number;
  /** One sentence each; empty if the run passed. */
  problems: string[];
}

const VENDORS = ['replicate', 'fal', 'ark'];
const PACK_CREDITS = 2_200;
const CHECKED_WITHIN_MS = 120_000;
/** These query Razorpay and run at an interval of their own. */
const SLOW_CHECKS = ['a payment captured at Razorpay is granted', 'a refund or dispute at Razorpay is recorded'];

/** Waits until the cluster is idle, then checks everything that must hold. */
export async function createRunReport(cluster: TestCluster, users: VirtualUser[]): Promise<RunReport> {
  await cluster.running.untilReady();
  await cluster.untilIdle(FINISHES_WITHIN_MS);
  const jobs = await finishedJobs(cluster);
  const tasks = await cluster.tasksByJob();
  const extra = jobs.filter((job) => (tasks.get(job.client_ref) ?? 0) > 1);
  const statuses = await freshStatuses(cluster);
  const problems = [
    ...Object.entries(await cluster.violations()).map(([name, count]) => `${name}: ${count}`),
    ...statuses.filter(({ violations }) => violations > 0).map((s) => `${s.invariant} ${s.name}: ${s.violations}`),
    ...extra
      .filter((job) => !job.was_unknown)
      .map(({ id }) => `${id} has several tasks although its submission never was unknown`),
    ...users.flatMap(({ bugs }) => bugs),
    ...(await orphanedVendorTasks(cluster)),
    ...(await requestProblems(users, jobs)),
    ...(await missedNotifications(users)),
  ];
  const unexpected = jobs.filter((job) => job.state === 'failed' && !job.was_told_to_fail);
  const times = jobs.map(({ took_ms: ms }) => ms).sort((a, b) => a - b);
  return {
    outcomes: countBy(jobs, ({ state }) => state),
    types: countBy(jobs, ({ type }) => type),
    failures: countBy(
      jobs.filter(({ state }) => state === 'failed'),
      ({ error_code: code }) => code ?? 'unknown',
    ),
    unexpected: countBy(unexpected, ({ error_code: code }) => code ?? 'unknown'),
    histories: await Promise.all(
      jobs
        .filter((job) => unexpected.includes(job) || job.error_code === 'submission_unknown')
        .map(({ id }) => historyOf(cluster, id)),
    ),
    longestMs: times.at(-1) ?? 0,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    extraTasks: extra.reduce((sum, job) => sum + (tasks.get(job.client_ref) ?? 0) - 1, 0),
    wereUnknown: jobs.filter((job) => job.was_unknown).length,
    resubmitted: jobs.filter(({ resubmissions }) => resubmissions > 0).length,
    repaired: statuses.reduce((sum, { repaired }) => sum + repaired, 0),
    problems,
  };
}

function finishedJobs(cluster: TestCluster): Promise<FinishedJob[]> {
  return cluster.sql<FinishedJob>(
    `SELECT id, user_id, client_ref, state, type, credits, error_code, resubmissions,
            prompt ~ '\\[(fail|bad|flap)' AS was_told_to_fail,
            EXISTS (SELECT FROM generation.job_events e WHERE e.request_id = requests.id
                       AND (e.state = 'unknown' OR e.what = 'search claimed')) AS was_unknown,
            (extract(epoch FROM completed_at - created_at) * 1000)::int AS took_ms
       FROM generation.requests WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected')`,
  );
}

/** The events of a job with seconds since its acceptance, workers and details. */
async function historyOf(cluster: TestCluster, id: string): Promise<string> {
  const [row] = await cluster.sql<{ history: string }>(
    `SELECT string_agg(concat_ws(' ', to_char(extract(epoch FROM e.at - r.accepted_at), 'FM990.0') || ' s', e.what, e.worker_id,
                                 e.details::text), '; ' ORDER BY e.id) AS history
       FROM generation.job_events e JOIN generation.requests r ON r.id = e.request_id WHERE r.id = $1`,
    [id],
  );
  return `${id}: ${row?.history}`;
}

/** Provider tasks that still run although their job is over. They cost money, so duplicates must have been canceled. */
async function orphanedVendorTasks(cluster: TestCluster): Promise<string[]> {
  const running = async (): Promise<string[]> => {
    const states = await Promise.all(
      VENDORS.map(async (target) => {
        const response = await fetch(`${cluster.stack.sandbox}/control/state?target=${target}`);
        const { pendingWebhooks: _, ...live } = (await response.json()) as Record<string, unknown[]>;
        return Object.values(live).flatMap((tasks) => tasks.map((task) => `${target} ${JSON.stringify(task)}`));
      }),
    );
    return states.flat();
  };
  const finished = until('all tasks to end', async () => ((await running()).length === 0 ? true : undefined), 60_000);
  const isOver = await finished.catch(() => false);
  return isOver ? [] : (await running()).map((task) => `Provider task still runs without a job: ${task}`);
}

/** Every accepted request exists once, and every balance is what its user bought minus what succeeded. */
async function requestProblems(users: VirtualUser[], jobs: FinishedJob[]): Promise<string[]> {
  const problems: string[] = [];
  for (const user of users) {
    const userId = user.client.session?.user.id ?? '';
    const own = jobs.filter((job) => job.user_id === userId);
    const known = new Set(user.accepted);
    if (own.length !== known.size) problems.push(`${userId} has ${own.length} of ${known.size} accepted requests`);
    const lost = user.accepted.filter((id) => !own.some((job) => job.id === id));
    if (lost.length > 0) problems.push(`Accepted requests are missing: ${lost.join(', ')}`);
    const spent = own.filter(({ state }) => state === 'succeeded').reduce((sum, { credits }) => sum + credits, 0);
    const expected = user.packs * PACK_CREDITS - spent;
    const balance = await until(
      'every payment to be granted',
      async () => {
        const { credits } = await user.retry(() => user.client.balance());
        return credits === expected ? credits : undefined;
      },
      CHECKED_WITHIN_MS,
    ).catch(async () => (await user.client.balance()).credits);
    if (balance !== expected) problems.push(`${userId} has ${balance} credits instead of ${expected}`);
  }
  return problems;
}

/** The outcome of every request was pushed to its owner's socket. */
async function missedNotifications(users: VirtualUser[]): Promise<string[]> {
  const missed = (): string[] =>
    users.flatMap((user) => user.accepted.filter((id) => !user.notifiedRequests().has(id)));
  await until('every outcome to be pushed', () => (missed().length === 0 ? true : undefined)).catch(() => undefined);
  return missed().map((id) => `The outcome of ${id} was never pushed to its owner`);
}

/** Status of the services' own invariant checks, once each has run again. */
async function freshStatuses(cluster: TestCluster): Promise<InvariantStatus[]> {
  const since = Date.now();
  const operator = await OperatorClient.signIn(cluster.stack);
  return until(
    'every invariant to be checked',
    async () => {
      const statuses = await operator.get<{ items: InvariantStatus[]; unavailable: string[] }>('invariants');
      const due = statuses.items.filter(({ name }) => !SLOW_CHECKS.includes(name));
      const isFresh = statuses.unavailable.length === 0 && due.every(({ checkedAt }) => Date.parse(checkedAt) > since);
      return isFresh && due.length > 0 ? statuses.items : undefined;
    },
    CHECKED_WITHIN_MS,
  );
}

function countBy<T>(values: T[], key: (value: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[key(value)] = (counts[key(value)] ?? 0) + 1;
  return counts;
}
