import { authCalls } from '@luit/contracts/auth/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

describe('the notice of a quarter', () => {
  let app: AuthTestApp;
  let generation: { close(): Promise<void> };
  let adminId: string;
  let takedowns = 1234;

  beforeAll(async () => {
    app = await startAuthTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [operationsCalls.countTakedowns.name]: () => ({ kinds: [{ kind: 'order', takedowns, lifts: 1 }] }),
    });
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
    await app.confirmed('user0@example.com');
  });
  afterAll(async () => {
    await generation.close();
    await app.close();
  });

  const get = (quarter: string) => app.calls.call(authCalls.getQuarterlyNotice, { quarter });
  const send = (quarter: string, changes: { confirmation?: string; adminId?: string } = {}) =>
    app.calls.call(authCalls.sendQuarterlyNotice, {
      adminId,
      quarter,
      confirmation: quarter,
      reason: 'due',
      ...changes,
    });

  it('shows the numbers of the quarter, and what was sent keeps the numbers of that time', async () => {
    const { texts, ...notice } = await get('2025-Q3');
    expect(notice).toEqual({ quarter: '2025-Q3', recipients: 1, hasEnded: true, sent: null });
    expect(texts[0]?.text).toContain('0 reports received, 0 of them decided in time, 1,234 takedowns');
    await send('2025-Q3');
    takedowns = 1235;
    await eventually(async () =>
      expect((await get('2025-Q3')).sent).toEqual({
        ...{ by: 'admin@example.com', at: expect.any(String), reason: 'due', mails: 1, isComplete: true },
      }),
    );
    expect((await get('2025-Q3')).texts[0]?.text).toContain('1,234 takedowns');
    expect((await get('2025-Q2')).texts[0]?.text).toContain('1,235 takedowns');
  });

  it('is refused before the quarter has ended, without its confirmation, and for unknown operators', async () => {
    await expect(send('2099-Q1')).rejects.toMatchObject({ code: 'conflict' });
    await expect(send('2024-Q4', { confirmation: '2024-Q3' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(send('2024-Q4', { adminId: uuidv7() })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await get('2024-Q4')).toMatchObject({ hasEnded: true, sent: null });
    expect(await get('2099-Q1')).toMatchObject({ hasEnded: false, sent: null });
  });
});
