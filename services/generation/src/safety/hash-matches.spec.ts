import { operationsCalls } from '@luit/contracts/operations/messages';
import { plainImage } from '@luit/sandbox/classifier/plain-image';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('images that a bank of known material has', () => {
  let app: GenerationTestApp;
  let sandbox: RunningSandbox;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-hashes-'));
    mkdirSync(path.join(folder, 'uploads'));
    sandbox = await startSandbox({ mailbox: false });
    app = await GenerationTestApp.start({
      archiveFolder: folder,
      hashMatcher: { url: `${sandbox.url}/hma`, timeoutMs: 5_000 },
      limits: { reconcileIntervalMs: 600_000 },
    });
  });
  afterAll(async () => {
    await app.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  it('are refused without a hold, and others are accepted without a classifier', async () => {
    const userId = uuidv7();
    const animate = async (background: string) => {
      const imageKey = `uploads/${uuidv7()}.png`;
      writeFileSync(path.join(folder, imageKey), await plainImage(background));
      return app.create({ userId, type: 'image_video', prompt: 'a river [score:violence=1]', imageKey });
    };
    expect(await animate('#080')).toMatchObject({ jobStatus: 'pending' });
    const holds = app.billing.holds.size;
    await expect(animate('#f0f')).rejects.toMatchObject({ code: 'refused_by_policy', details: { category: 'minors' } });
    expect(app.billing.holds.size).toBe(holds);
    const { items } = await app.call(operationsCalls.listSafetyFindings, { limit: 10, userId });
    expect(items).toMatchObject([{ verdict: 'refuse', phrases: ['known in SANDBOX_BANK'] }]);
  });
});
