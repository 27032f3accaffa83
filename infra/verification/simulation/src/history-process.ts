import 'reflect-metadata';
import { Histories } from './histories';
import type { HistoryOrder, HistoryReport } from './history-messages';

/** Runs the histories that its parent orders, one after the other. It ends when its parent does. */
async function main(): Promise<void> {
  const histories = await Histories.open();
  process.on('disconnect', () => process.exit());
  process.on('message', ({ seed, options }: HistoryOrder) => {
    void histories.run(seed, options).then(report, fail);
  });
  send({ kind: 'ready' });
}

function report(result: Awaited<ReturnType<Histories['run']>>): void {
  const { user, system } = process.cpuUsage();
  send({ kind: 'result', result, cpuSeconds: (user + system) / 1e6 });
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

function send(message: HistoryReport): void {
  process.send!(message);
}

main().catch(fail);
