import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';

describe('pack editor', () => {
  let app: BillingTestApp;
  let adminId: string;
  const pack = {
    name: 'Bihu Pack',
    credits: 300,
    price: 279.5,
    popular: false,
    description: 'For the season',
    savings: 5,
    position: 4,
  };

  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    adminId = uuidv7();
  });

  const change = (id: string, changes: object, isArchived?: boolean) =>
    app.calls.call(billingCalls.changePack, { adminId, id, changes, isArchived });
  const actions = async () =>
    (
      await app.source.query<{ action: string; details: Record<string, string> }[]>(
        `SELECT payload ->> 'action' AS action, payload -> 'details' AS details FROM outbox
          WHERE name = 'billing.operatorActed' AND payload ->> 'adminId' = $1 ORDER BY id`,
        [adminId],
      )
    ).map(({ action, details }) => [action, details]);
  const forSale = async () => (await app.calls.call(billingCalls.listPacks, {})).creditPacks.map(({ id }) => id);

  it('creates, changes, archives and restores packs, and publishes each action for the audit log [ADM-26, G-38]', async () => {
    await app.calls.call(billingCalls.createPack, { adminId, id: 'bihu', ...pack });
    expect(await forSale()).toContain('bihu');
    expect(await change('bihu', { price: 249, savings: 0 })).toMatchObject({ price: 249, savings: 0, credits: 300 });
    expect(await change('bihu', { price: 249 })).toMatchObject({ price: 249 });
    await change('bihu', {}, true);
    expect(await forSale()).not.toContain('bihu');
    await change('bihu', {}, false);
    expect(await forSale()).toContain('bihu');
    expect(await actions()).toMatchObject([
      ['pack_created', { price: '279.5' }],
      ['pack_changed', { price: '279.5 → 249', savings: '5 → 0' }],
      ['pack_archived', {}],
      ['pack_restored', {}],
    ]);
  });

  it.each([
    { price: -1 },
    { price: 0.5 },
    { price: 1e12 },
    { price: 1.005 },
    { credits: 1.5 },
    { credits: 0 },
    { savings: 101 },
    { name: '' },
  ])('rejects %j [G-38]', async (invalid) => {
    await expect(change('starter', invalid)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('rejects a taken id, an invalid id and an unknown pack [G-38]', async () => {
    const create = (id: string) => app.calls.call(billingCalls.createPack, { adminId, id, ...pack });
    await expect(create('starter')).rejects.toMatchObject({ code: 'conflict' });
    await expect(create('../x')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(change('nothing', { price: 5 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not archive the last pack for sale [G-38]', async () => {
    const [last, ...others] = await forSale();
    for (const id of others) await change(id, {}, true);
    await expect(change(last ?? '', {}, true)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('publishes changed settings for the audit log, and nothing if nothing changed [ADM-31]', async () => {
    const signupGrant = { credits: 18, expiresInDays: 30 };
    await app.calls.call(billingCalls.changeSettings, { adminId, signupGrant });
    await app.calls.call(billingCalls.changeSettings, { adminId, signupGrant });
    expect(await actions()).toEqual([
      ['settings_changed', { signupGrant: '{"credits":0,"expiresInDays":null} → {"credits":18,"expiresInDays":30}' }],
    ]);
  });
});
