import type { CallClient } from '@luit/platform/calls/call-client';
import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Drain } from './drain';
import { type HeldLease, Leases } from './leases';

/** No lease in these tests lives long enough to be renewed. */
const calls = {} as CallClient;
const config = { leases: { renewEveryMs: 60_000, persistForMs: 1_000 } };

describe('leases', () => {
  it('finished work leaves no abort listeners behind', async () => {
    const drain = new Drain(0);
    const leases = new Leases(calls, drain, config);
    const done = async (held: HeldLease) => {
      AbortSignal.any([held.signal, held.shutdownSignal]);
      await turn();
      return { action: 'done' as const };
    };
    for (let i = 0; i < 50; i += 1) await leases.hold('r-1', i, done);
    expect(getEventListeners(drain.signal, 'abort')).toEqual([]);
    expect(dependantsOf(drain.signal)).toBe(0);
  });

  it('a shutdown aborts jobs in flight, also those started after it', async () => {
    const drain = new Drain(0);
    const leases = new Leases(calls, drain, config);
    const untilShutdown = (held: HeldLease) =>
      new Promise<never>((_resolve, reject) => {
        held.shutdownSignal.addEventListener('abort', () => reject(held.shutdownSignal.reason as Error));
      });
    const inFlight = leases.hold('r-1', 1, untilShutdown);
    drain.onModuleDestroy();
    expect(await inFlight).toEqual({ action: 'reschedule', delayMs: 0 });
    expect(await leases.hold('r-2', 1, untilShutdown)).toEqual({ action: 'reschedule', delayMs: 0 });
  });
});

/** How many signals Node keeps as dependants of this one. */
function dependantsOf(signal: AbortSignal): number {
  const key = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals');
  const dependants = key && (signal as unknown as Record<symbol, Set<unknown> | null | undefined>)[key];
  return dependants?.size ?? 0;
}
