import { post } from './test-accounts';

/** What the process of attackers is told; `stop` is answered with how often each status came. */
export type AttackerCommand = { start: { api: string; emails: string[]; connections: number } } | { stop: true };
export type AttackerMessage = { underWay: true } | { answers: Record<number, number> };

/** After these the opening burst is over, and as many are waiting as will be waiting. */
const OPENING_ANSWERS = 100;

let isOver = false;
let answered = 0;
let next = 0;
let storm: Promise<unknown> = Promise.resolve();
const answers: Record<number, number> = {};

process.on('message', (order: AttackerCommand) => {
  if ('start' in order) start(order.start);
  else void stop();
});
process.on('disconnect', () => process.exit(0));

function start({ api, emails, connections }: { api: string; emails: string[]; connections: number }): void {
  isOver = false;
  answered = 0;
  storm = Promise.all(Array.from({ length: connections }, () => attack(api, emails)));
}

async function attack(api: string, emails: string[]): Promise<void> {
  while (!isOver) {
    const email = emails[next++ % emails.length];
    const { status } = await post(api, 'signin', { email, password: 'a wrong guess' });
    answers[status] = (answers[status] ?? 0) + 1;
    if (++answered === OPENING_ANSWERS) process.send?.({ underWay: true } satisfies AttackerMessage);
  }
}

async function stop(): Promise<void> {
  isOver = true;
  await storm;
  process.send?.({ answers } satisfies AttackerMessage);
}
