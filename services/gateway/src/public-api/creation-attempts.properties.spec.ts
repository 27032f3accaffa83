import { giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import fc from 'fast-check';
import type { GatewayConfig } from '../config';
import { CreationAttempts } from './creation-attempts';

/** The fate of an attempt: it never arrives, is refused for the moment, its answer is lost, or its client gets it. */
type Fate = 'unsent' | 'refused' | 'lost' | 'received';

const MAX_RETRIES = 2;

describe('attempts of clients that count their retries', () => {
  let redis: TestRedis;
  let attempts: CreationAttempts;

  beforeAll(async () => {
    redis = await takeTestRedis();
    attempts = new CreationAttempts({ common: { redisUrl: redis.url, instance: 'test' } } as GatewayConfig);
  });
  afterAll(async () => {
    await attempts.onApplicationShutdown();
    await giveBackTestRedis(redis);
  });

  let round = 0;

  /** Runs equal requests at the same time. `fates` are the fates of the attempts, in sending order. */
  async function run(clients: Fate[][], order: number[]) {
    const keyId = `key-${(round += 1)}`;
    /** Intents whose video exists. */
    const made = new Set<string>();
    const answers: string[] = [];
    const waiting = clients.map((fates) => ({ fates, next: 0 }));
    const isOpen = (each: (typeof waiting)[number]) => each.next < each.fates.length;
    for (let step = 0; waiting.some(isOpen); step += 1) {
      const open = waiting.filter(isOpen);
      const client = open[order[step % order.length]! % open.length]!;
      const fate = client.fates[client.next]!;
      if (fate !== 'unsent') {
        const attempt = await attempts.begin(keyId, 'equal', client.next);
        if (fate === 'refused' && !made.has(attempt.intentId)) await attempts.settle(attempt, 'refused');
        else {
          made.add(attempt.intentId);
          // A crash after the video was made leaves an attempt without an outcome.
          if (fate === 'received' || step % 2 === 0) await attempts.settle(attempt, 'answered');
          if (fate !== 'lost') {
            answers.push(attempt.intentId);
            client.next = client.fates.length;
            continue;
          }
        }
      }
      client.next += 1;
    }
    return { made, answers };
  }

  /** A client ends with its first answer, or after its last retry. */
  const client = (fates: fc.Arbitrary<Fate>) =>
    fc.array(fates, { maxLength: MAX_RETRIES }).map((earlier): Fate[] => [...earlier, 'received']);
  const order = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });

  it('as many videos are made as there are requests, and each client gets one of them', async () => {
    const fate = fc.constantFrom<Fate>('refused', 'lost');
    await fc.assert(
      fc.asyncProperty(fc.array(client(fate), { minLength: 1, maxLength: 6 }), order, async (clients, steps) => {
        const { made, answers } = await run(clients, steps);
        expect(made.size).toBe(clients.length);
        expect(answers).toHaveLength(clients.length);
        expect([...made]).toEqual(expect.arrayContaining(answers));
      }),
      { numRuns: Number(process.env.PROPERTY_HISTORIES ?? 20) },
    );
  });

  it('attempts that never arrive do not make more videos than there are requests', async () => {
    const fate = fc.constantFrom<Fate>('unsent', 'refused', 'lost');
    await fc.assert(
      fc.asyncProperty(fc.array(client(fate), { minLength: 1, maxLength: 6 }), order, async (clients, steps) => {
        const { made } = await run(clients, steps);
        expect(made.size).toBeLessThanOrEqual(clients.length);
      }),
      { numRuns: Number(process.env.PROPERTY_HISTORIES ?? 20) },
    );
  });
});
