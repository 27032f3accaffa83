import { setTimeout as pause } from 'node:timers/promises';
import { Arena } from '../arena';
import { atPace, plainWish } from '../pace';
import { takeAccount } from '../storm/account';
import { gather, type Person } from '../storm/people';
import { Front, type Upstream } from './front';
import { Replica } from './replica';

const PEOPLE = 4;
const ASK_EVERY_MS = 700;
const READ_EVERY_MS = 150;
/** How long old and new run side by side, milliseconds. */
const BOTH_MS = 3_000;
const FILM_EVERY = 5;
/** What people are told to try again, because a part is being replaced. */
const ALLOWED = '503';

export interface Rolled {
  jobs: number;
  reads: number;
  /** Answers that were no success, by what came instead. */
  excuses: Record<string, number>;
  /** Each a sentence; empty when nothing was lost, doubled or failed. */
  faults: string[];
}

/**
 * Replaces every process under load, as an upgrade does: the new one up first, both side by side for a while, then SIGTERM to
 * the old one. Two gateways, sockets on both; everything else has one process before and after.
 */
export async function rolling(): Promise<Rolled> {
  const front = await Front.open();
  const arena = await Arena.open(1, [], {
    sandbox: { RAZORPAY_WEBHOOK_URL: `${front.url}/api/webhooks/razorpay` },
    generation: { WEBHOOK_BASE_URL: front.url, INVARIANTS_INTERVAL_MS: '2000' },
    billing: { INVARIANTS_INTERVAL_MS: '2000' },
  });
  const replicas: Replica[] = [];
  let people: Person[] = [];
  const start = async (like: string, name: string): Promise<Replica> => {
    const replica = await Replica.start(arena, like, name);
    replicas.push(replica);
    return replica;
  };
  try {
    arena.front = front.url;
    const first = firstGateway(arena);
    const second = await start('gateway', 'gateway-b');
    front.lead([first, second.upstream]);
    await pause(BOTH_MS);
    people = await gather(arena, PEOPLE);
    const load = startLoad(people);
    await rollGateways(arena, front, second, start);
    for (const name of ['auth', 'billing', 'generation', 'worker-1']) {
      await start(name, `${name}-new`);
      await pause(BOTH_MS);
      await timed(name, () => arena.running.stopProcess(name));
      await pause(BOTH_MS);
    }
    const reads = await load.end();
    return await accountOf(arena, people, reads);
  } finally {
    for (const person of people) person.leave();
    for (const replica of replicas) replica.kill();
    await arena.close(true);
    front.close();
  }
}

/** Both gateways are replaced, one after the other. */
async function rollGateways(
  arena: Arena,
  front: Front,
  second: Replica,
  start: (like: string, name: string) => Promise<Replica>,
): Promise<void> {
  const third = await start('gateway', 'gateway-c');
  front.lead([firstGateway(arena), second.upstream, third.upstream]);
  await pause(BOTH_MS);
  await timed('gateway', () => arena.running.stopProcess('gateway'));
  const fourth = await start('gateway', 'gateway-d');
  front.lead([second.upstream, third.upstream, fourth.upstream]);
  await pause(BOTH_MS);
  await timed('gateway-b', () => second.stop());
  front.lead([third.upstream, fourth.upstream]);
}

function firstGateway({ running }: Arena): Upstream {
  const { PORT, HEALTH_PORT } = running.environmentOf('gateway');
  return { url: `http://127.0.0.1:${PORT}`, ready: `http://127.0.0.1:${HEALTH_PORT}/health/ready` };
}

async function timed(name: string, stop: () => Promise<void>): Promise<void> {
  const at = Date.now();
  await stop();
  console.log(`  ${name} replaced; it ended ${((Date.now() - at) / 1_000).toFixed(1)} s after SIGTERM`);
}

/** Jobs and reads until it is ended. */
function startLoad(people: Person[]): { end(): Promise<number> } {
  const person = (turn: number): Person => people[turn % people.length] as Person;
  let reads = 0;
  let isOver = false;
  const load = Promise.all([
    atPace(
      ASK_EVERY_MS,
      () => isOver,
      (turn) => person(turn).fulfil(plainWish(turn % FILM_EVERY === 0 ? '' : '[slow:1][fail:technical]')),
    ),
    atPace(
      READ_EVERY_MS,
      () => isOver,
      async (turn) => {
        await person(turn).insist(() => person(turn).client.balance());
        reads += 1;
      },
    ),
  ]);
  return {
    end: async () => {
      isOver = true;
      await load;
      return reads;
    },
  };
}

async function accountOf(arena: Arena, people: Person[], reads: number): Promise<Rolled> {
  const account = await takeAccount(arena, people);
  const excuses: Record<string, number> = {};
  for (const person of people)
    for (const [name, count] of Object.entries(person.excuses)) excuses[name] = (excuses[name] ?? 0) + count;
  const failed = Object.entries(excuses).filter(([name]) => name !== ALLOWED);
  const faults = [
    ...account.faults,
    ...failed.map(([name, count]) => `${count} requests ended with ${name}`),
    ...Object.entries(account.unasked).map(([code, count]) => `${count} jobs failed unasked: ${code}`),
  ];
  if (account.extraTasks > 0) faults.push(`${account.extraTasks} tasks beyond one a job`);
  if (faults.length > 0) console.log(`Logs: ${await arena.keepLogs()}`);
  const jobs = people.reduce((sum, { accepted }) => sum + accepted.length, 0);
  return { jobs, reads, excuses, faults };
}
