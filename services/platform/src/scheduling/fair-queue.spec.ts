import fc from 'fast-check';
import { FairQueue, type Lane } from './fair-queue';

const UNBOUNDED = { total: 1_000, perNetwork: 1_000, perHost: 1_000 };
const lane = fc.record({
  network: fc.constantFrom('n0', 'n1', 'n2', 'n3'),
  host: fc.constantFrom('h0', 'h1', 'h2'),
});
const nameOf = ({ network, host }: Lane) => `${network}/${host}`;

/** Drains the queue in service order. */
function drain<Item>(queue: FairQueue<Item>): Item[] {
  const order: Item[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) order.push(item);
  return order;
}

/** At any time, subjects with items left have been served equally often, plus or minus one. */
function isFair(order: string[], waiting: Map<string, number>): boolean {
  const served = new Map<string, number>();
  return order.every((subject) => {
    served.set(subject, (served.get(subject) ?? 0) + 1);
    const open = [...waiting].filter(([name, total]) => (served.get(name) ?? 0) < total);
    const counts = open.map(([name]) => served.get(name) ?? 0);
    return counts.length === 0 || Math.max(...counts) - Math.min(...counts) <= 1;
  });
}

function tally(names: string[]): Map<string, number> {
  return names.reduce((sums, name) => sums.set(name, (sums.get(name) ?? 0) + 1), new Map<string, number>());
}

describe('the fair queue', () => {
  it('networks share equally, hosts share within a network, and each host is served in order of arrival', () => {
    fc.assert(
      fc.property(fc.array(lane, { maxLength: 60 }), (arrivals) => {
        const queue = new FairQueue<{ at: number; lane: Lane }>(UNBOUNDED);
        arrivals.forEach((one, at) => queue.push(one, { at, lane: one }));
        const order = drain(queue);
        expect(order.map(({ at }) => at).sort((a, b) => a - b)).toEqual(arrivals.map((_, at) => at));
        expect(
          isFair(
            order.map((item) => item.lane.network),
            tally(arrivals.map(({ network }) => network)),
          ),
        ).toBe(true);
        for (const network of new Set(arrivals.map((one) => one.network))) {
          const own = order.filter((item) => item.lane.network === network);
          const hosts = arrivals.filter((one) => one.network === network).map((one) => one.host);
          expect(
            isFair(
              own.map((item) => item.lane.host),
              tally(hosts),
            ),
          ).toBe(true);
        }
        for (const name of new Set(arrivals.map(nameOf))) {
          const times = order.filter((item) => nameOf(item.lane) === name).map(({ at }) => at);
          expect(times).toEqual([...times].sort((a, b) => a - b));
        }
      }),
    );
  });

  it('a new network waits for at most one item of each other network', () => {
    const served = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(fc.array(lane, { maxLength: 60 }), served, (arrivals, before) => {
        const queue = new FairQueue<string>(UNBOUNDED);
        for (const one of arrivals) queue.push(one, one.network);
        for (let i = 0; i < before; i += 1) queue.shift();
        queue.push({ network: 'newcomer', host: 'newcomer' }, 'newcomer');
        expect(drain(queue).indexOf('newcomer')).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('a host or network over its limit is rejected with a retry delay', () => {
    const queue = new FairQueue<number>({ total: 100, perNetwork: 3, perHost: 2 });
    const tooMany = { code: 'too_many_attempts', retryAfterSeconds: expect.any(Number) as number };
    const pushError = (one: Lane) => {
      try {
        queue.push(one, 1);
        return undefined;
      } catch (error) {
        return error;
      }
    };
    const [first, second] = ['h0', 'h1'].map((host) => ({ network: 'n0', host })) as [Lane, Lane];
    expect([pushError(first), pushError(first)]).toEqual([undefined, undefined]);
    expect(pushError(first)).toMatchObject(tooMany);
    expect(pushError(second)).toBeUndefined();
    expect(pushError(second)).toMatchObject(tooMany);
    expect(pushError({ network: 'n1', host: 'h0' })).toBeUndefined();
  });

  it('a full queue evicts from the largest network for a smaller one, but not among equals', () => {
    const queue = new FairQueue<string>({ total: 4, perNetwork: 4, perHost: 4 });
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push({ network: 'a', host: 'a' }, item);
    expect(queue.push({ network: 'b', host: 'b' }, 'b1')).toBe('a4');
    expect(queue.push({ network: 'c', host: 'c' }, 'c1')).toBe('a3');
    expect(() => queue.push({ network: 'b', host: 'b' }, 'b2')).toThrow(
      expect.objectContaining({ code: 'unavailable', retryAfterSeconds: expect.any(Number) as number }),
    );
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2']);
  });
});
