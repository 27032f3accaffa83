import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';

describe('packs as operators set them', () => {
  let stack: BillingTestApp;
  const adminId = uuidv7();
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
    stack = await startBillingTestApp();
  });
  afterAll(() => stack.close());

  const change = (id: string, changes: object, isArchived?: boolean) =>
    stack.calls.call(billingCalls.changePack, { adminId, id, changes, isArchived });
  const acts = async () =>
    (
      await stack.source.query<{ action: string; details: Record<string, string> }[]>(
        `SELECT payload ->> 'action' AS action, payload -> 'details' AS details FROM outbox
          WHERE name = 'billing.operatorActed' ORDER BY id`,
      )
    ).map(({ action, details }) => [action, details]);
  const sold = async () => (await stack.calls.call(billingCalls.listPacks, {})).creditPacks.map(({ id }) => id);

  it('ADM-26, G-38: creates, changes, archives and restores, each told to the audit log', async () => {
    await stack.calls.call(billingCalls.createPack, { adminId, id: 'bihu', ...pack });
    expect(await sold()).toContain('bihu');
    expect(await change('bihu', { price: 249, savings: 0 })).toMatchObject({ price: 249, savings: 0, credits: 300 });
    expect(await change('bihu', { price: 249 })).toMatchObject({ price: 249 });
    await change('bihu', {}, true);
    expect(await sold()).not.toContain('bihu');
    await change('bihu', {}, false);
    expect(await sold()).toContain('bihu');
    expect(await acts()).toMatchObject([
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
  ])('G-38: refuses %j', async (fault) => {
    await expect(change('starter', fault)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('G-38: refuses an id that is taken, one that is none, and a pack that is not there', async () => {
    const create = (id: string) => stack.calls.call(billingCalls.createPack, { adminId, id, ...pack });
    await expect(create('starter')).rejects.toMatchObject({ code: 'conflict' });
    await expect(create('../x')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(change('nothing', { price: 5 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('G-38: keeps the last pack for sale', async () => {
    const [last, ...others] = await sold();
    for (const id of others) await change(id, {}, true);
    await expect(change(last ?? '', {}, true)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('ADM-31: tells what changed of the settings, and nothing where nothing did', async () => {
    const signupGrant = { credits: 18, expiresInDays: 30 };
    await stack.calls.call(billingCalls.changeSettings, { adminId, signupGrant });
    await stack.calls.call(billingCalls.changeSettings, { adminId, signupGrant });
    const told = (await acts()).filter(([action]) => action === 'settings_changed');
    expect(told).toEqual([
      ['settings_changed', { signupGrant: '{"credits":0,"expiresInDays":null} → {"credits":18,"expiresInDays":30}' }],
    ]);
  });
});
