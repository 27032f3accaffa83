import type { CallClient } from '@luit/platform/calls/call-client';
import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Drain } from './drain';
import { type HeldLease, Leases } from './leases';

/** No lease here lives long enough to be renewed. */
const calls = {} as CallClient;
const settings = { renewEveryMs: 60_000, persistForMs: 1_000 };

describe('a lease', () => {
  it('leaves nothing with the process once its work is over, however often the process does some', async () => {
    const drain = new Drain(0);
    const leases = new Leases(calls, drain, settings);
    const done = async (held: HeldLease) => {
      AbortSignal.any([held.signal, held.ending]);
      await turn();
      return { action: 'done' as const };
    };
    for (let i = 0; i < 50; i += 1) await leases.hold('r-1', i, done);
    expect(getEventListeners(drain.signal, 'abort')).toEqual([]);
    expect(dependantsOf(drain.signal)).toBe(0);
  });

  it('tells work in hand of the end of the process, also work that is taken up after it', async () => {
    const drain = new Drain(0);
    const leases = new Leases(calls, drain, settings);
    const untilEnding = (held: HeldLease) =>
      new Promise<never>((_resolve, reject) => {
        held.ending.addEventListener('abort', () => reject(held.ending.reason as Error));
      });
    const inHand = leases.hold('r-1', 1, untilEnding);
    drain.onModuleDestroy();
    expect(await inHand).toEqual({ action: 'reschedule', delayMs: 0 });
    expect(await leases.hold('r-2', 1, untilEnding)).toEqual({ action: 'reschedule', delayMs: 0 });
  });
});

/** How many signals Node keeps with this one, because they were made of it. */
function dependantsOf(signal: AbortSignal): number {
  const key = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals');
  const kept = key && (signal as unknown as Record<symbol, Set<unknown> | null | undefined>)[key];
  return kept?.size ?? 0;
}
