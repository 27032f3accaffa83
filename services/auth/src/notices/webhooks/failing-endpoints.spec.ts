import { authCalls } from '@luit/contracts/auth/messages';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

describe('failing webhook endpoints', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => app.rows('DELETE FROM webhook_endpoints'));

  /** An endpoint of a new account, at which every delivery has failed for some hours. */
  const fail = async (hours: number | null, change = '') => {
    const { id: userId, email } = (await app.confirmed()).user;
    const input = { userId, url: 'https://example.com/hooks/secret-path', events: ['video.completed' as const] };
    const { endpoint } = await app.calls.call(authCalls.createWebhookEndpoint, input);
    await app.rows(
      `UPDATE webhook_endpoints SET failing_since = now() - make_interval(hours => $2), last_error = 'Status 503' ${change} WHERE id = $1`,
      [endpoint.id, hours],
    );
    return { id: endpoint.id, userId, email };
  };
  const list = (page: object = {}) => app.calls.call(authCalls.listFailingWebhookEndpoints, { limit: 20, ...page });

  it('operators see them with their owners and the origins of their URLs, the longest failing first', async () => {
    const [short, long] = [await fail(1), await fail(30, `, off_at = now(), off_reason = 'failing'`)];
    await fail(null);
    const { items, ...rest } = await list();
    expect(rest).toEqual({ nextCursor: null, total: 2, isTotalCapped: false });
    expect(items.map(({ id, user_id, user_email }) => ({ id, userId: user_id, email: user_email }))).toEqual([
      long,
      short,
    ]);
    expect(items[0]).toMatchObject({
      origin: 'https://example.com',
      lastError: 'Status 503',
      off: { reason: 'failing' },
    });
    expect(JSON.stringify(items)).not.toContain('secret-path');
  });

  it('what its owner turned off, and those of accounts that are not active, are left out', async () => {
    await fail(2, `, off_at = now(), off_reason = 'owner'`);
    const { userId } = await fail(3);
    await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [userId]);
    expect(await list()).toEqual({ items: [], nextCursor: null, total: 0, isTotalCapped: false });
  });

  it('pages continue after the last endpoint, also among those that fail since the same moment', async () => {
    const ids = [(await fail(2)).id, (await fail(2)).id, (await fail(2)).id];
    await app.rows(`UPDATE webhook_endpoints SET failing_since = '2026-11-26T10:00:00.123456Z'`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 1, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(ids);
    await expect(list({ cursor: 'elsewhere' })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
