import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import { CostTable } from '../provider-costs/job-cost';
import { GenerationTestApp } from '../test/generation-test-app';
import { lossOf } from './model-loss';

const seedance = SHIPPED_MODELS.find(({ id }) => id === 'seedance')!;
/** 449 rupees for 500 credits. */
const CREDIT = 898_000;
const day = '2026-11-29';
const dollars = (rupees: number) =>
  new CostTable([], [{ id: 'r', currency: 'USD', rateMicros: rupees * 1_000_000, validFrom: '2026-01-01' }]);

describe('what is sold below its cost', () => {
  it('is the choice that loses the most, by the cost of its route and the price of a credit', () => {
    // 10 s at 720p: 10 × $0.3034 × 90, for 72 credits.
    expect(lossOf(seedance, { table: dollars(90), day }, CREDIT)).toEqual({
      provider: 'fal',
      choice: { duration: 10, resolution: '720p', quality: undefined },
      credits: 72,
      paidMicros: 72 * CREDIT,
      costMicros: 273_060_000,
    });
    expect(lossOf(seedance, { table: dollars(20), day }, CREDIT)).toBeNull();
  });

  it('is unknown without an exchange rate, and nothing at exactly the price', () => {
    expect(lossOf(seedance, { table: new CostTable([], []), day }, CREDIT)).toBeNull();
    const routes = [{ ...seedance.routes[0]!, cost: { currency: 'INR', perSecond: { '480p': 3.6, '720p': 7.2 } } }];
    const even = { ...seedance, routes };
    expect(lossOf(even, { table: new CostTable([], []), day }, 1_000_000)).toBeNull();
    expect(lossOf(even, { table: new CostTable([], []), day }, 999_999)).toMatchObject({ credits: 72 });
  });

  describe('is shown to operators', () => {
    let app: GenerationTestApp;

    beforeAll(async () => {
      app = await GenerationTestApp.start();
    });
    afterAll(() => app.close());

    it('in the list, and before it is published, until they accept it', async () => {
      const adminId = uuidv7();
      const reason = 'RBI reference rate';
      await app.call(generationCalls.addExchangeRate, {
        ...{ currency: 'USD', rateMicros: 90_000_000, validFrom: '2026-01-01', reason, adminId },
      });
      const { models } = await app.call(operationsCalls.listAllModels, { creditMicros: CREDIT });
      const losing = models.filter(({ loss }) => loss !== null).map(({ id }) => id);
      expect(losing).toEqual(['seedance']);
      const entry = { ...seedance, name: 'Seedance 2.0' };
      const publish = (changes: object) =>
        app.call(operationsCalls.publishModel, {
          ...{ adminId, id: 'seedance', entry, expectedRevision: 1, reason, needsApproval: false },
          ...{ creditMicros: CREDIT, ...changes },
        });
      await expect(publish({})).rejects.toMatchObject({
        code: 'conflict',
        details: { loss: { provider: 'fal', credits: 72 } },
      });
      expect(await publish({ acceptsLoss: true })).toMatchObject({ revision: 2 });
      const [audited] = await app.database.query<{ details: object }[]>(
        `SELECT payload -> 'details' AS details FROM outbox WHERE payload ->> 'action' = 'model_published'`,
      );
      expect(audited?.details).toMatchObject({ acceptsLoss: 'yes' });
    });
  });
});
