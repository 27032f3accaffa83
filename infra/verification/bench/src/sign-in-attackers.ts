import { post } from './test-accounts';

/** Commands to the attackers' process. It responds to `stop` with the number of responses by status. */
export type AttackerCommand = { start: { api: string; emails: string[]; connections: number } } | { stop: true };
export type AttackerMessage = { isStarted: true } | { statuses: Record<number, number> };

/** After this many responses the initial burst is over and the queues have reached a steady length. */
const BURST_RESPONSES = 100;

let isOver = false;
let responses = 0;
let next = 0;
let attacks: Promise<unknown> = Promise.resolve();
const statuses: Record<number, number> = {};

process.on('message', (command: AttackerCommand) => {
  if ('start' in command) start(command.start);
  else void stop();
});
process.on('disconnect', () => process.exit(0));

function start({ api, emails, connections }: { api: string; emails: string[]; connections: number }): void {
  isOver = false;
  responses = 0;
  attacks = Promise.all(Array.from({ length: connections }, () => attack(api, emails)));
}

async function attack(api: string, emails: string[]): Promise<void> {
  while (!isOver) {
    const email = emails[next++ % emails.length];
    const { status } = await post(api, 'signin', { email, password: 'a wrong guess' });
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (++responses === BURST_RESPONSES) process.send?.({ isStarted: true } satisfies AttackerMessage);
  }
}

async function stop(): Promise<void> {
  isOver = true;
  await attacks;
  process.send?.({ statuses } satisfies AttackerMessage);
}
