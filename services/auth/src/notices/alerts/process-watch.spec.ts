import { alertCalls } from '@luit/contracts/alerts/alerts';
import { EMERGENCY_MAILS, presenceKey } from '@luit/contracts/registry/redis-access';
import { eventually } from '@luit/platform/testing/eventually';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { Redis } from 'ioredis';
import { firstAdmin, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

/** A watch concludes nothing within its first 20 seconds. */
const PATIENCE_MS = 180_000;

describe('the watch over processes', () => {
  let app: AuthTestApp;
  let sandbox: RunningSandbox;
  let redis: Redis;

  beforeAll(async () => {
    sandbox = await startSandbox();
    const smtpUrl = `smtp://127.0.0.1:${sandbox.mailbox?.smtpPort}`;
    app = await startAuthTestApp({ mail: { smtpUrl, from: 'Luit <hello@luit.example>' } });
    redis = new Redis(app.redis.url);
  });

  afterAll(async () => {
    redis.disconnect();
    await app.close();
    await sandbox.close();
  });

  const worker = (at: number) =>
    redis.hset(presenceKey('worker'), 'worker-1', JSON.stringify({ at, startedAt: 0, hasLeft: false }));
  const open = async () => (await app.calls.call(alertCalls.listAlerts, { limit: 10, isOpen: true })).items;
  const subjectsAbout = async (summary: string) => {
    const response = await fetch(`${sandbox.mailbox?.url}/api/email`);
    const mails = (await response.json()) as { subject: string }[];
    return mails.map(({ subject }) => subject).filter((subject) => subject.includes(summary));
  };

  it(
    'one mail says that the only worker is silent and one that it is back, without any worker, billing or generation',
    async () => {
      const now = Date.now();
      await worker(now - 60_000);
      const summary = 'No worker responds: worker-1 gave no sign of life for 20 seconds.';
      await eventually(async () => expect(await open()).toMatchObject([{ kind: 'no_worker', summary }]), PATIENCE_MS);
      await eventually(
        async () => expect(await subjectsAbout(summary)).toEqual([`Luit alert: ${summary}`]),
        PATIENCE_MS,
      );
      await worker(now + 3_600_000);
      await eventually(async () => expect(await open()).toEqual([]), PATIENCE_MS);
      const both = [`Luit alert: ${summary}`, `Luit alert resolved: ${summary}`];
      await eventually(async () => expect((await subjectsAbout(summary)).sort()).toEqual(both.sort()), PATIENCE_MS);
    },
    4 * PATIENCE_MS,
  );

  it(
    'an operator says that a missing process left for good, but not of the only one',
    async () => {
      const [{ id: adminId }] = (await app.rows<{ id: string }>(`SELECT id FROM admins`)) as [{ id: string }];
      const opened = () =>
        eventually(async () => {
          const [alert] = await open();
          expect(alert).toMatchObject({ kind: 'service_unavailable', subject: 'billing' });
          return alert!;
        }, PATIENCE_MS);
      const key = presenceKey('billing');
      const billing = (name: string, at: number) =>
        redis.hset(key, name, JSON.stringify({ at, startedAt: 0, hasLeft: false }));
      await billing('billing-1', Date.now() - 60_000);
      const critical = await opened();
      const decision = { adminId, id: critical.id };
      await expect(app.calls.call(alertCalls.forgetProcesses, decision)).rejects.toMatchObject({ code: 'conflict' });
      await billing('billing-2', Date.now() + 3_600_000);
      await eventually(
        async () => expect(await open()).toMatchObject([{ id: critical.id, severity: 'warning' }]),
        PATIENCE_MS,
      );
      await app.calls.call(alertCalls.forgetProcesses, decision);
      await eventually(async () => expect(await open()).toEqual([]), PATIENCE_MS);
      expect(await redis.hkeys(key)).toEqual(['billing-2']);
    },
    4 * PATIENCE_MS,
  );

  it('the mails for its own absence lie sealed in Redis', async () => {
    const left = await eventually(async () => {
      const text = await redis.get(EMERGENCY_MAILS);
      expect(text).toContain('"hasLeft":false');
      return text?.toLowerCase();
    });
    expect(left).not.toContain(firstAdmin.email.toLowerCase());
  });
});
