import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_OUTPUT_LABEL } from '@luit/contracts/generation/output-label';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('the visible label of outputs', () => {
  let app: GenerationTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    adminId = uuidv7();
  });
  afterEach(() => app.call(operationsCalls.changeOutputLabel, { adminId, ...DEFAULT_OUTPUT_LABEL }));

  const read = () => app.call(generationCalls.getOutputLabel, {});
  const recorded = () =>
    app.database.query<{ details: object }[]>(
      `SELECT payload -> 'details' AS details FROM outbox WHERE name = $1 AND payload ->> 'adminId' = $2 ORDER BY seq`,
      [operationsEvents.operatorActed.name, adminId],
    );

  it('videos are labeled throughout and restorations not, until an operator changes it', async () => {
    expect(await read()).toEqual(DEFAULT_OUTPUT_LABEL);
    expect(DEFAULT_OUTPUT_LABEL).toMatchObject({ onVideos: true, onRestorations: false, seconds: null });
    const changes = { seconds: 5, corner: 'top-left' } as const;
    const changed = { ...DEFAULT_OUTPUT_LABEL, ...changes };
    expect(await app.call(operationsCalls.changeOutputLabel, { adminId, ...changes })).toEqual(changed);
    expect(await read()).toEqual(changed);
    // A change to the same values is not recorded again.
    await app.call(operationsCalls.changeOutputLabel, { adminId, ...changes });
    const off = { ...changed, onVideos: false, seconds: null };
    expect(await app.call(operationsCalls.changeOutputLabel, { adminId, onVideos: false, seconds: null })).toEqual(off);
    expect(await recorded()).toEqual([
      { details: { corner: 'bottom-right → top-left', seconds: 'null → 5' } },
      { details: { onVideos: 'true → false', seconds: '5 → null' } },
    ]);
  });

  it('operators who change different fields at the same time keep both changes', async () => {
    await Promise.all([
      app.call(operationsCalls.changeOutputLabel, { adminId, text: 'Made with AI' }),
      app.call(operationsCalls.changeOutputLabel, { adminId, sizePercent: 8 }),
    ]);
    expect(await read()).toMatchObject({ text: 'Made with AI', sizePercent: 8 });
  });

  it.each([{ text: ' ' }, { text: '人工' }, { sizePercent: 16 }, { seconds: 0 }])('%j is invalid', async (changes) => {
    const change = app.call(operationsCalls.changeOutputLabel, { adminId, ...changes });
    await expect(change).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
