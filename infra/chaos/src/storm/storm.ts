import { setTimeout as pause } from 'node:timers/promises';
import { Arena } from '../arena';
import { type Account, takeAccount } from './account';
import { Breaker } from './breaker';
import { gather, type Person } from './people';
import { LINKED, planBlows, planWishes, seconds, type StormOptions, type Wish } from './plan';

const WORKERS = 3;
/** So that every invariant is looked at soon after the end, milliseconds. */
const LOOK_EVERY_MS = '2000';
const PURCHASES = 16;

/**
 * Jobs of all kinds, cancels, retries and purchases, while processes are killed, frozen and cut off, Redis is emptied and
 * providers misbehave. Ends once every job has, and tells what it found.
 */
export async function storm(options: StormOptions): Promise<Account> {
  const looked = { INVARIANTS_INTERVAL_MS: LOOK_EVERY_MS };
  const arena = await Arena.open(WORKERS, LINKED, { billing: looked, generation: looked });
  let people: Person[] = [];
  try {
    people = await gather(arena);
    const breaker = new Breaker(arena);
    const startedAt = Date.now();
    await Promise.all([
      breaker.strikeAll(planBlows(options), startedAt),
      live(planWishes(options), people, startedAt),
      shop(people, options.lastsMs, startedAt),
    ]);
    const account = await takeAccount(arena, people);
    tell(options, breaker, people, account);
    if (account.faults.length > 0) console.log(`Logs: ${await arena.keepLogs()}`);
    return account;
  } catch (error) {
    console.log(`The storm of seed ${options.seed} broke off. Logs: ${await arena.keepLogs()}`);
    throw error;
  } finally {
    for (const person of people) person.leave();
    await arena.close(true);
  }
}

async function live(wishes: Wish[], people: Person[], startedAt: number): Promise<void> {
  await Promise.all(
    wishes.map(async (wish) => {
      await pause(Math.max(0, startedAt + wish.atMs - Date.now()));
      await people[wish.person]?.fulfil(wish);
    }),
  );
}

async function shop(people: Person[], lastsMs: number, startedAt: number): Promise<void> {
  await Promise.all(
    Array.from({ length: PURCHASES }, async (_, index) => {
      await pause(Math.max(0, startedAt + (index * lastsMs) / PURCHASES - Date.now()));
      await people[index % people.length]?.buy();
    }),
  );
}

function tell({ seed, jobs, lastsMs }: StormOptions, { struck }: Breaker, people: Person[], account: Account): void {
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  const excuses: Record<string, number> = {};
  for (const person of people)
    for (const [name, count] of Object.entries(person.excuses)) excuses[name] = (excuses[name] ?? 0) + count;
  const asked = people.reduce((sum, { accepted }) => sum + accepted.length, 0);
  console.log(`Seed ${seed}: ${jobs} jobs over ${seconds(lastsMs)}, ${struck.length} blows\n`);
  for (const { atMs, what } of struck) console.log(`  ${seconds(atMs).padStart(8)}  ${what}`);
  console.log(`
Accepted: ${asked} (${jobs} and ${asked - jobs} retries), ${list(account.types)}
Ended: ${list(account.ends)}
Failed by: ${list(account.failures)}; unasked: ${list(account.unasked) || 'none'}
Time to the end: median ${seconds(account.medianMs)}, longest ${seconds(account.longestMs)}
In doubt for a while: ${account.wereUnknown}; submitted once more out of doubt: ${account.resubmitted}; tasks beyond one a job: ${account.extraTasks}
Asked again for want of an answer: ${list(excuses) || 'nobody'}
Mended by the invariants' own rounds at the last look: ${account.healed}
${account.faults.length === 0 ? 'I1–I6 hold.' : `DOES NOT HOLD:\n  ${account.faults.join('\n  ')}`}`);
}
