import { until } from '@luit/smoke/until';
import type { TestCluster, VendorRequest } from '../test-cluster';
import { OperatorClient } from '@luit/smoke/operator-client';
import { ENDS_WITHIN_MS, type VirtualUser } from './virtual-user';

interface EndedJob {
  id: string;
  user_id: string;
  client_ref: string;
  state: string;
  type: string;
  credits: number;
  error_code: string | null;
  resubmissions: number;
  was_unknown: boolean;
  was_asked_to_fail: boolean;
  /** From acceptance to the end, milliseconds. */
  took_ms: number;
}

interface Score {
  invariant: string;
  name: string;
  violations: number;
  repaired: number;
  checkedAt: string;
}

/** What the storm left, and what of it should not be. */
export interface RunReport {
  ends: Record<string, number>;
  types: Record<string, number>;
  /** Failed jobs whose wish did not ask for it. */
  unasked: Record<string, number>;
  /** Codes of failed jobs. */
  failures: Record<string, number>;
  longestMs: number;
  medianMs: number;
  /** Tasks that vendors made beyond one a job. */
  extraTasks: number;
  wereUnknown: number;
  resubmitted: number;
  repaired: number;
  /** Each a sentence; empty when everything held. */
  faults: string[];
}

const VENDORS = ['replicate', 'fal', 'ark'];
const PACK_CREDITS = 2_200;
const SCORED_WITHIN_MS = 120_000;
/** These ask Razorpay, at their own pace. */
const SLOW_CHECKS = ['what Razorpay captured is granted', 'what Razorpay gave back is booked'];

/** Waits until nothing is under way any more, then looks at everything that has to hold. */
export async function createRunReport(cluster: TestCluster, people: VirtualUser[]): Promise<RunReport> {
  await cluster.running.untilReady();
  await cluster.untilQuiet(ENDS_WITHIN_MS);
  const jobs = await endedJobs(cluster);
  const made = tasksByJob(await vendorPosts(cluster));
  const extra = jobs.filter((job) => (made.get(job.client_ref) ?? 0) > 1);
  const scores = await freshScores(cluster);
  const faults = [
    ...Object.entries(await cluster.violations()).map(([name, count]) => `${name}: ${count}`),
    ...scores.filter(({ violations }) => violations > 0).map((s) => `${s.invariant} ${s.name}: ${s.violations}`),
    ...extra.filter((job) => !job.was_unknown).map(({ id }) => `${id} has several tasks and was never in doubt`),
    ...people.flatMap(({ bugs }) => bugs),
    ...(await stillAtVendors(cluster)),
    ...(await unlikeTheirRequests(people, jobs)),
    ...(await nobodyTold(people)),
  ];
  const times = jobs.map(({ took_ms: ms }) => ms).sort((a, b) => a - b);
  return {
    ends: countBy(jobs, ({ state }) => state),
    types: countBy(jobs, ({ type }) => type),
    failures: countBy(
      jobs.filter(({ state }) => state === 'failed'),
      ({ error_code: code }) => code ?? 'unknown',
    ),
    unasked: countBy(
      jobs.filter((job) => job.state === 'failed' && !job.was_asked_to_fail),
      ({ error_code: code }) => code ?? 'unknown',
    ),
    longestMs: times.at(-1) ?? 0,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    extraTasks: extra.reduce((sum, job) => sum + (made.get(job.client_ref) ?? 0) - 1, 0),
    wereUnknown: jobs.filter((job) => job.was_unknown).length,
    resubmitted: jobs.filter(({ resubmissions }) => resubmissions > 0).length,
    repaired: scores.reduce((sum, { repaired }) => sum + repaired, 0),
    faults,
  };
}

function endedJobs(cluster: TestCluster): Promise<EndedJob[]> {
  return cluster.sql<EndedJob>(
    `SELECT id, user_id, client_ref, state, type, credits, error_code, resubmissions,
            prompt ~ '\\[(fail|bad|flap)' AS was_asked_to_fail,
            EXISTS (SELECT FROM generation.job_events e WHERE e.request_id = requests.id
                       AND (e.state = 'unknown' OR e.what = 'search claimed')) AS was_unknown,
            (extract(epoch FROM completed_at - created_at) * 1000)::int AS took_ms
       FROM generation.requests WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected')`,
  );
}

async function vendorPosts(cluster: TestCluster): Promise<VendorRequest[]> {
  const response = await fetch(`${cluster.stack.sandbox}/control/log`);
  const { entries } = (await response.json()) as { entries: VendorRequest[] };
  return entries.filter(({ method, clientRef }) => method === 'POST' && clientRef);
}

/** How many tasks the vendors made for each job; status 0: made, and its answer lost. */
function tasksByJob(posts: VendorRequest[]): Map<string, number> {
  const made = new Map<string, number>();
  for (const { clientRef = '', status } of posts) {
    // What answered garbage made none; counted all the same it could only show too many.
    if (status === 0 || status === 200 || status === 201) made.set(clientRef, (made.get(clientRef) ?? 0) + 1);
  }
  return made;
}

/** A task that runs on without a job costs money: duplicates have to have been stopped. */
async function stillAtVendors(cluster: TestCluster): Promise<string[]> {
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
  const ended = until('all tasks to end', async () => ((await running()).length === 0 ? true : undefined), 60_000);
  const isOver = await ended.catch(() => false);
  return isOver ? [] : (await running()).map((task) => `runs on for nobody: ${task}`);
}

/** Each wish one request; each balance what was bought less what was made. */
async function unlikeTheirRequests(people: VirtualUser[], jobs: EndedJob[]): Promise<string[]> {
  const faults: string[] = [];
  for (const person of people) {
    const userId = person.client.session?.user.id ?? '';
    const own = jobs.filter((job) => job.user_id === userId);
    const known = new Set(person.accepted);
    if (own.length !== known.size) faults.push(`${userId} was accepted ${known.size} requests and has ${own.length}`);
    const lost = person.accepted.filter((id) => !own.some((job) => job.id === id));
    if (lost.length > 0) faults.push(`accepted, and not there: ${lost.join(', ')}`);
    const spent = own.filter(({ state }) => state === 'succeeded').reduce((sum, { credits }) => sum + credits, 0);
    const expected = person.packs * PACK_CREDITS - spent;
    const balance = await until(
      'every payment to be granted',
      async () => {
        const { credits } = await person.retry(() => person.client.balance());
        return credits === expected ? credits : undefined;
      },
      SCORED_WITHIN_MS,
    ).catch(async () => (await person.client.balance()).credits);
    if (balance !== expected) faults.push(`${userId} has ${balance} credits instead of ${expected}`);
  }
  return faults;
}

/** Every end came to its owner's socket, through all that broke it. */
async function nobodyTold(people: VirtualUser[]): Promise<string[]> {
  const missed = (): string[] =>
    people.flatMap((person) => person.accepted.filter((id) => !person.notifiedRequests().has(id)));
  await until('every end to be pushed', () => (missed().length === 0 ? true : undefined)).catch(() => undefined);
  return missed().map((id) => `its owner was never told of the end of ${id}`);
}

/** The services' own scoreboard, once every check has looked since now. */
async function freshScores(cluster: TestCluster): Promise<Score[]> {
  const since = Date.now();
  const operator = await OperatorClient.signIn(cluster.stack);
  return until(
    'every invariant to be looked at',
    async () => {
      const scores = await operator.get<{ items: Score[]; unavailable: string[] }>('invariants');
      const due = scores.items.filter(({ name }) => !SLOW_CHECKS.includes(name));
      const isFresh = scores.unavailable.length === 0 && due.every(({ checkedAt }) => Date.parse(checkedAt) > since);
      return isFresh && due.length > 0 ? scores.items : undefined;
    },
    SCORED_WITHIN_MS,
  );
}

function countBy<T>(values: T[], key: (value: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[key(value)] = (counts[key(value)] ?? 0) + 1;
  return counts;
}
