import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import { uuidv7 } from 'uuidv7';
import { ModelRevisions } from '../model-revisions/model-revisions';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import type { GenerationTestAppOptions } from '../test/generation-test-service';
import { ProviderCharges } from './provider-charges';

const PROVIDERS = ['replicate', 'fal', 'ark'];

describe('failover', () => {
  let app: GenerationTestApp;

  const start = async (options: GenerationTestAppOptions) => {
    app = await GenerationTestApp.start({
      limits: { breakerFailures: 5, breakerOpenMs: 60_000, reconcileIntervalMs: 600_000 },
      modelProviders: {
        seedance: ['replicate', 'fal', 'ark'],
        stableVideo: ['fal'],
      },
      ...options,
    });
  };

  afterEach(() => app.close());

  const states = async () => {
    const { providers } = await app.call(generationCalls.listProviders, {});
    return Object.fromEntries(providers.map(({ name, state }) => [name, state]));
  };

  const createMany = async (count: number, model = 'seedance') => {
    const created = [];
    for (let i = 0; i < count; i += 1) created.push(await app.create({ model }));
    return created.map(({ id }) => id);
  };

  /** A worker submits the job if it may, and gets no answer. @returns the provider, or null if it may not */
  const unanswered = async (id: string): Promise<string | null> => {
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') return null;
    const report = { requestId: id, lease: claim.lease, result: 'unknown', failure: failure() } as const;
    await app.call(generationCalls.recordSubmissionFailure, report);
    return claim.task.provider;
  };

  const endOpenTime = (provider: string) =>
    app.database.query(`UPDATE provider_health SET open_until = now() WHERE provider = $1`, [provider]);

  const providerOf = async (id: string) => (await app.row(id)).provider;

  it('does not wait for more failures than a provider has slots, because unconfirmed jobs keep theirs', async () => {
    await start({ providerConcurrency: 1 });
    const asked = [];
    for (const id of await createMany(6)) asked.push(await unanswered(id));
    expect(asked).toEqual([...PROVIDERS, null, null, null]);
    expect(await states()).toEqual({ replicate: 'open', fal: 'open', ark: 'open' });
  });

  it('a half-open provider whose slots are all occupied leaves its jobs to the next one', async () => {
    await start({ providerConcurrency: 1 });
    const [unconfirmed, next] = (await createMany(2)) as [string, string];
    expect(await unanswered(unconfirmed)).toBe('replicate');
    await endOpenTime('replicate');
    expect(await states()).toMatchObject({ replicate: 'half_open' });
    expect(await app.claimSubmission(next)).toMatchObject({ action: 'submit', task: { provider: 'fal' } });
  });

  it('one round gives a half-open provider its probe first, and the other jobs to the next provider', async () => {
    await start({ providerConcurrency: 10 });
    await app.database.query(
      `INSERT INTO provider_health (provider, failures, open_until) VALUES ('replicate', 5, now() + interval '1 hour')`,
    );
    await app.database.query(`INSERT INTO paused_queues (name, admin_id) VALUES ('submit', gen_random_uuid())`);
    const [first, ...others] = await createMany(3);
    const elsewhere = await createMany(2, 'stableVideo');
    await endOpenTime('replicate');
    await app.database.query(`DELETE FROM paused_queues`);
    await app.dispatch();
    expect(await providerOf(first!)).toBe('replicate');
    for (const id of [...others, ...elsewhere]) {
      expect(await app.row(id)).toMatchObject({ provider: 'fal', dispatched_at: expect.any(Date) as Date });
    }
  });

  it('after a restore, a job whose provider has no task is submitted unless it may have moved to another one since', async () => {
    await start({ providerConcurrency: 10 });
    const [movable] = (await createMany(1)) as [string];
    const [bound] = (await createMany(1, 'zeroscope')) as [string];
    await app.database.query('SELECT doubt_waiting_jobs()');
    for (const id of [movable, bound]) {
      const claim = await app.claimSubmission(id);
      if (claim.action !== 'find') throw new Error(`Expected to find, got ${claim.action}`);
      const { lease, claimedAt } = claim;
      const answer = { requestId: id, lease, claimedAt, isSearchable: true, reportedWithinMs: 0 };
      await app.call(generationCalls.recordNotFound, answer);
    }
    expect(await app.row(movable)).toMatchObject({ state: 'failed', error_code: 'submission_unknown' });
    expect(await app.settled(movable)).toMatchObject([{ outcome: 'failed' }]);
    expect(await app.row(bound)).toMatchObject({ state: 'pending', resubmissions: 1 });
  });

  describe('by price', () => {
    const OPEN = `INSERT INTO provider_health (provider, failures, open_until) VALUES ('replicate', 5, now() + interval '1 hour')`;
    const operator = { adminId: uuidv7(), reason: 'Their price list', validFrom: '2026-01-01' };
    const price = (provider: string, currency: string, priceMicros: number, changes: object = {}) =>
      app.call(generationCalls.addProviderPrice, {
        ...{ provider, model: 'seedance', unit: 'second', currency, priceMicros, ...operator, ...changes },
      });
    const rate = (rateMicros: number, validFrom = operator.validFrom, acceptsFailover = false) =>
      app.call(generationCalls.addExchangeRate, {
        ...operator,
        currency: 'USD',
        rateMicros,
        validFrom,
        acceptsFailover,
      });
    /** Where a job runs while Replicate is unavailable; Replicate if it waits. */
    const takenOverBy = async () => {
      await app.resolve(ProviderCharges).refresh();
      const [id] = await createMany(1);
      await app.dispatch();
      return providerOf(id!);
    };
    /** Its entry says that Replicate costs 2 rupees per second, fal 3 and ModelArk 1. */
    const startWithCosts = async () => {
      await start({});
      const seedance = SHIPPED_MODELS.find(({ id }) => id === 'seedance')!;
      const routes = seedance.routes.map((route, i) => ({
        ...route,
        cost: { currency: 'INR', perSecond: { all: [2, 3, 1][i]! } },
      }));
      const publication = { publishedBy: operator.adminId, reason: operator.reason };
      await app.resolve(ModelRevisions).publish(app.database.manager, { ...seedance, routes }, publication);
      await app.database.query(OPEN);
    };
    const accepted = { acceptsFailover: true };

    it('the costs of the routes decide, and entered prices in rupees instead of them', async () => {
      await startWithCosts();
      expect(await takenOverBy()).toBe('ark');
      await price('replicate', 'USD', 100_000, accepted);
      await price('fal', 'INR', 9_000_000, accepted);
      await price('ark', 'INR', 9_500_000, accepted);
      await rate(92_000_000, undefined, true);
      expect(await takenOverBy()).toBe('fal');
      // With a cheaper dollar, Replicate charges 8 rupees per second.
      await rate(80_000_000, '2026-01-02', true);
      expect(await takenOverBy()).toBe('replicate');
    });

    it('an entry that changes which providers may take over has to be accepted, and the audit log says what changed', async () => {
      await startWithCosts();
      await price('fal', 'INR', 9_000_000);
      const low = { provider: 'replicate', currency: 'INR', priceMicros: 1 };
      const change = { model: 'seedance', before: ['replicate', 'ark'], after: ['replicate'] };
      await expect(price(low.provider, low.currency, low.priceMicros)).rejects.toMatchObject({
        code: 'conflict',
        details: { failover: [change] },
      });
      expect((await app.call(generationCalls.listProviderCosts, {})).prices).toHaveLength(1);
      await price(low.provider, low.currency, low.priceMicros, accepted);
      expect(await takenOverBy()).toBe('replicate');
      const [entry] = await app.database.query<{ details: object }[]>(
        `SELECT payload -> 'details' AS details FROM outbox WHERE payload ->> 'action' = 'provider_price_added'
          ORDER BY seq DESC LIMIT 1`,
      );
      expect(entry?.details).toMatchObject({ failover: 'seedance: replicate, ark → replicate' });
      // Neither does a price that changes nothing, nor one of a model with a single provider.
      await price('fal', 'INR', 8_000_000);
      await price('fal', 'INR', 1, { model: 'stableVideo' });
    });

    it('an exchange rate that changes which providers may take over has to be accepted', async () => {
      await startWithCosts();
      await price('fal', 'INR', 9_000_000);
      await price('ark', 'INR', 9_500_000, accepted);
      await price('replicate', 'USD', 100_000, accepted);
      const failover = [{ model: 'seedance', before: ['replicate', 'fal', 'ark'], after: ['replicate', 'fal'] }];
      await expect(rate(92_000_000)).rejects.toMatchObject({ code: 'conflict', details: { failover } });
      await rate(92_000_000, undefined, true);
      expect(await takenOverBy()).toBe('fal');
    });

    it('while one price or rate is unknown, every provider may take over', async () => {
      await start({});
      await app.database.query(OPEN);
      expect(await takenOverBy()).toBe('fal');
      await price('replicate', 'INR', 5_000_000);
      await price('fal', 'INR', 9_000_000);
      await price('ark', 'INR', 4_000_000, { resolution: '480p' });
      expect(await takenOverBy()).toBe('fal');
      await price('ark', 'INR', 4_000_000, { validFrom: '9999-01-01', ...accepted });
      expect(await takenOverBy()).toBe('fal');
      await price('ark', 'INR', 4_000_000, accepted);
      expect(await takenOverBy()).toBe('ark');
    });

    it('a provider that is dearer for one resolution does not take over', async () => {
      await startWithCosts();
      for (const provider of ['replicate', 'fal', 'ark']) await price(provider, 'INR', 5_000_000, accepted);
      expect(await takenOverBy()).toBe('fal');
      await price('fal', 'INR', 5_000_001, { resolution: '720p', ...accepted });
      expect(await takenOverBy()).toBe('ark');
    });
  });
});
