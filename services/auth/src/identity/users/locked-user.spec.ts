import { authCalls } from '@luit/contracts/auth/messages';
import { Client } from 'pg';
import { type AuthTestApp, device, startAuthTestApp } from '../../test/auth-test-app';

/** Calls of each kind about the locked user, together more than the pool has connections. */
const STUCK = 15;

describe('a user whose row another transaction has locked', () => {
  let app: AuthTestApp;
  let blocker: Client;

  beforeAll(async () => {
    app = await startAuthTestApp();
    blocker = new Client({ connectionString: app.database.adminUrl });
    await blocker.connect();
  });
  afterAll(async () => {
    await blocker.end();
    await app.close();
  });

  it('delays no one else, and calls about that user are refused while it is locked', async () => {
    const [locked, other] = [await app.confirmed(), await app.confirmed()];
    const rename = (userId: string) => app.calls.call(authCalls.updateUser, { userId, name: 'Asha' });
    const refresh = (refreshToken: string) => app.calls.call(authCalls.refresh, { refreshToken, device });
    const codeOf = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'answered',
        (error: { code: string }) => error.code,
      );
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM auth.users WHERE id = $1 FOR UPDATE', [locked.user.id]);
    const ended: string[] = [];
    const own = Array.from({ length: STUCK }, () => [rename(locked.user.id), refresh(locked.refresh_token)])
      .flat()
      .map(async (call) => void ended.push(await codeOf(call)));
    for (let i = 0; i < 10; i += 1) {
      await Promise.all([rename(other.user.id), app.calls.call(authCalls.getUser, { userId: other.user.id })]);
      // Later calls do not wait for the calls that were sent before them.
      if (i === 0) expect(ended.length).toBeLessThan(own.length / 2);
    }
    expect(await codeOf(refresh(other.refresh_token))).toBe('answered');
    await Promise.all(own);
    const codes = new Set(ended);
    expect(codes).toContain('unavailable');
    expect(codes).not.toContain('internal_error');
    await blocker.query('COMMIT');
    expect(await codeOf(rename(locked.user.id))).toBe('answered');
  }, 120_000);
});
