import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { type RunReport, createRunReport } from './run-report';
import { FaultInjector } from './fault-injector';
import { createUsers, type VirtualUser } from './virtual-user';
import { PROXIED, planFaults, planRequests, seconds, type RunOptions, type PlannedRequest } from './run-plan';

const WORKERS = 3;
/** So that every invariant is looked at soon after the end, milliseconds. */
const LOOK_EVERY_MS = '2000';
const PURCHASES = 16;

/**
 * Jobs of all kinds, cancels, retries and purchases, while processes are killed, frozen and cut off, Redis is emptied and
 * providers misbehave. Ends once every job has, and tells what it found.
 */
export async function runChaos(options: RunOptions): Promise<RunReport> {
  const looked = { INVARIANTS_INTERVAL_MS: LOOK_EVERY_MS };
  const cluster = await TestCluster.open(WORKERS, PROXIED, { billing: looked, generation: looked });
  let people: VirtualUser[] = [];
  try {
    people = await createUsers(cluster);
    const injector = new FaultInjector(cluster);
    const startedAt = Date.now();
    await Promise.all([
      injector.injectAll(planFaults(options), startedAt),
      live(planRequests(options), people, startedAt),
      shop(people, options.lastsMs, startedAt),
    ]);
    const report = await createRunReport(cluster, people);
    tell(options, injector, people, report);
    if (report.faults.length > 0) console.log(`Logs: ${await cluster.keepLogs()}`);
    return report;
  } catch (error) {
    console.log(`The storm of seed ${options.seed} broke off. Logs: ${await cluster.keepLogs()}`);
    throw error;
  } finally {
    for (const person of people) person.leave();
    await cluster.close(true);
  }
}

async function live(requests: PlannedRequest[], people: VirtualUser[], startedAt: number): Promise<void> {
  await Promise.all(
    requests.map(async (request) => {
      await pause(Math.max(0, startedAt + request.atMs - Date.now()));
      await people[request.person]?.perform(request);
    }),
  );
}

async function shop(people: VirtualUser[], lastsMs: number, startedAt: number): Promise<void> {
  await Promise.all(
    Array.from({ length: PURCHASES }, async (_, index) => {
      await pause(Math.max(0, startedAt + (index * lastsMs) / PURCHASES - Date.now()));
      await people[index % people.length]?.buy();
    }),
  );
}

function tell(
  { seed, jobs, lastsMs }: RunOptions,
  { injected }: FaultInjector,
  people: VirtualUser[],
  report: RunReport,
): void {
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  const transientErrors: Record<string, number> = {};
  for (const person of people)
    for (const [name, count] of Object.entries(person.transientErrors))
      transientErrors[name] = (transientErrors[name] ?? 0) + count;
  const asked = people.reduce((sum, { accepted }) => sum + accepted.length, 0);
  console.log(`Seed ${seed}: ${jobs} jobs over ${seconds(lastsMs)}, ${injected.length} faults\n`);
  for (const { atMs, what } of injected) console.log(`  ${seconds(atMs).padStart(8)}  ${what}`);
  console.log(`
Accepted: ${asked} (${jobs} and ${asked - jobs} retries), ${list(report.types)}
Ended: ${list(report.ends)}
Failed by: ${list(report.failures)}; unasked: ${list(report.unasked) || 'none'}
Time to the end: median ${seconds(report.medianMs)}, longest ${seconds(report.longestMs)}
In doubt for a while: ${report.wereUnknown}; submitted once more out of doubt: ${report.resubmitted}; tasks beyond one a job: ${report.extraTasks}
Asked again for want of an answer: ${list(transientErrors) || 'nobody'}
Mended by the invariants' own rounds at the last look: ${report.repaired}
${report.faults.length === 0 ? 'I1–I6 hold.' : `DOES NOT HOLD:\n  ${report.faults.join('\n  ')}`}`);
}
