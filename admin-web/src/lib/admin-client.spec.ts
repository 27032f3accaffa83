import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AdminClient } from './admin-client';
import { AdminSession } from './admin-session';

const NOW = Date.parse('2026-11-21T04:00:00Z');
const A_MINUTE = 60;
const EMAIL = 'ops@luit.example';

function clientThat(answer: () => Response) {
  const session = new AdminSession(localStorage, () => NOW);
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(answer()));
  return { session, fetch, client: new AdminClient(fetch, session) };
}

describe('the operator’s session', () => {
  beforeEach(() => localStorage.clear());

  it('stores email and expiry but no token, and ends at the expiry [ADM-04, ADM-05]', async () => {
    const answer = { success: true, expiresIn: A_MINUTE, token: 'h.p.s', admin: { email: EMAIL } };
    const { client, session } = clientThat(() => Response.json(answer));
    await client.login(EMAIL, 'secret');
    expect(session.getState().email).toBe(EMAIL);
    expect(JSON.stringify({ ...localStorage })).not.toContain('h.p.s');
    expect(new AdminSession(localStorage, () => NOW).isOpen()).toBe(true);
    expect(new AdminSession(localStorage, () => NOW + 60_000).isOpen()).toBe(false);
    expect(localStorage).toHaveLength(0);
  });

  it.each([-9, 9])('lasts as long as the server says on a machine whose clock is %d hours off', async (hours) => {
    const local = () => NOW + hours * 3_600_000;
    const session = new AdminSession(localStorage, local);
    const answer = { success: true, expiresAt: NOW / 1_000 + A_MINUTE, expiresIn: A_MINUTE, admin: { email: EMAIL } };
    await new AdminClient(() => Promise.resolve(Response.json(answer)), session).login(EMAIL, 'secret');
    expect(new AdminSession(localStorage, () => local() + 59_000).isOpen()).toBe(true);
    expect(new AdminSession(localStorage, () => local() + 60_000).isOpen()).toBe(false);
  });

  it('removes the token that an earlier version stored', () => {
    localStorage.setItem('luit.admin.token', 'h.p.s');
    new AdminSession(localStorage, () => NOW);
    expect(localStorage).toHaveLength(0);
  });

  it('sends the CSRF header and no token [ADM-08]', async () => {
    const { client, session, fetch } = clientThat(() => Response.json({ success: true, data: {} }));
    session.open(EMAIL, A_MINUTE);
    await client.send('PATCH', '/api/admin/settings', { signupGrant: 1 });
    const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
    expect(headers.get('x-luit-operator')).toBe('1');
    expect(headers.get('authorization')).toBeNull();
  });

  it.each([
    ['data', () => Response.json({ data: 1 })],
    ['a refusal', () => Response.json({ code: 'unauthorized' }, { status: 401 })],
  ])('an answer to the operator before is for nobody: %s', async (_, response) => {
    let answer = (_response: Response): void => undefined;
    const { session, client, fetch } = clientThat(response);
    fetch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    session.open('earlier@luit.example', A_MINUTE);
    const asked = client.get('/api/admin/users');
    session.end();
    session.open(EMAIL, A_MINUTE);
    answer(response());
    await expect(asked).rejects.toThrow('Session expired');
    expect(session.getState().email).toBe(EMAIL);
  });

  it('sends a change once while the same change is in flight, as after a double click', async () => {
    let answer = (_response: Response): void => undefined;
    const { session, client, fetch } = clientThat(() => Response.json({ data: 3 }));
    fetch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    session.open(EMAIL, A_MINUTE);
    const resume = (queue: string) => client.send<number>('POST', `/api/admin/queues/${queue}/resume`);
    const twice = [resume('mail'), resume('mail')];
    expect(await resume('submit')).toBe(3);
    answer(Response.json({ data: 1 }));
    expect(await Promise.all(twice)).toEqual([1, 1]);
    expect(await resume('mail')).toBe(3);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('sends a change again that failed', async () => {
    const { session, client, fetch } = clientThat(() => Response.json({ data: 1 }));
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    session.open(EMAIL, A_MINUTE);
    const resume = () => client.send<number>('POST', '/api/admin/queues/mail/resume');
    await expect(resume()).rejects.toThrow('Failed to fetch');
    expect(await resume()).toBe(1);
  });

  it('a change keeps its idempotency key until there is a definite answer, whatever its reason says', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(Response.json({ success: false }, { status: 503 })),
      () =>
        Promise.resolve(Response.json({ code: 'validation_failed', details: { confirmation: '10' } }, { status: 400 })),
      () => Promise.resolve(Response.json({ data: 1 })),
      () => Promise.resolve(Response.json({ code: 'conflict' }, { status: 409 })),
      () => Promise.resolve(Response.json({ data: 1 })),
    ];
    const { session, client, fetch } = clientThat(() => Response.json({}));
    fetch.mockImplementation(() => answers.shift()?.() ?? Promise.reject(new Error('Too many')));
    session.open(EMAIL, A_MINUTE);
    for (const reason of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const sent = client.send('POST', '/api/admin/transactions/1/refund', { amount: 10, reason }, { amount: 10 });
      await sent.catch(() => undefined);
    }
    const keys = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
    expect(keys.slice(0, 4)).toEqual(Array(4).fill(keys[0]));
    expect(new Set(keys).size).toBe(3);
  });

  it('follows sign-in and sign-out in other tabs', () => {
    const { session } = clientThat(() => Response.json({}));
    const other = new AdminSession(localStorage, () => NOW);
    other.open(EMAIL, A_MINUTE);
    session.follow();
    expect(session.getState().email).toBe(EMAIL);
    other.end();
    session.follow();
    expect(session.getState()).toEqual({ email: null, message: null });
  });

  it('a tab that sees a half-written login does not clear it', () => {
    const { session } = clientThat(() => Response.json({}));
    localStorage.setItem('luit.admin.email', EMAIL);
    session.follow();
    localStorage.setItem('luit.admin.expiry', String(NOW + 60_000));
    session.follow();
    expect(session.getState().email).toBe(EMAIL);
  });

  it('reports a failed login with its status [ADM-02]', async () => {
    const { client } = clientThat(() => Response.json({ success: false }, { status: 401 }));
    await expect(client.login('a', 'b')).rejects.toThrow('Login failed: 401');
  });

  it('ends only when the server has accepted the logout', async () => {
    let status = 503;
    const { client, session } = clientThat(() => Response.json({ success: false }, { status }));
    session.open(EMAIL, A_MINUTE);
    await expect(client.logout()).rejects.toThrow('API Error: 503');
    expect(session.isOpen()).toBe(true);
    status = 401;
    await client.logout();
    expect(session.isOpen()).toBe(false);
  });

  it('a logout reaches the server even if the page is closed', async () => {
    const { client, fetch } = clientThat(() => Response.json({ success: true }));
    await client.logout();
    expect(fetch.mock.lastCall?.[1]).toMatchObject({ keepalive: true });
  });

  it('a 401 clears the session and explains it [ADM-06]', async () => {
    const { client, session } = clientThat(() => Response.json({ success: false }, { status: 401 }));
    session.open(EMAIL, A_MINUTE);
    await expect(client.get('/api/admin/jobs')).rejects.toThrow('Session expired. Please login again.');
    expect(session.getState()).toEqual({ email: null, message: 'Session expired. Please login again.' });
    expect(localStorage).toHaveLength(0);
  });

  it('distinguishes a missing session from other errors [ADM-07]', async () => {
    const { client, session } = clientThat(() => Response.json({ success: false }, { status: 500 }));
    await expect(client.get('/api/admin/jobs')).rejects.toThrow('No admin token found. Please login again.');
    session.open(EMAIL, A_MINUTE);
    await expect(client.get('/api/admin/jobs')).rejects.toThrow('API Error: 500');
  });

  describe('when the server asks for a fresh second factor', () => {
    const signedIn = (answers: Response[]) => {
      const session = new AdminSession(localStorage, () => NOW);
      session.open(EMAIL, A_MINUTE);
      const fetch = vi.fn<typeof globalThis.fetch>(() =>
        Promise.resolve(answers.shift() ?? Response.json({ data: 1 })),
      );
      return { fetch, client: new AdminClient(fetch, session) };
    };
    const refused = () =>
      Response.json({ success: false, code: 'step_up_required', message: 'Confirm' }, { status: 403 });

    it('repeats the request with the same key after the verification', async () => {
      const { fetch, client } = signedIn([refused()]);
      const sent = client.send('POST', '/api/admin/transactions/1/refund', { amount: 1 }, 'key');
      await vi.waitFor(() => expect(client.stepUp.isPending()).toBe(true));
      client.stepUp.finish(true);
      expect(await sent).toBe(1);
      expect(fetch.mock.calls[0]).toEqual(fetch.mock.calls[1]);
    });

    it('reports the rejection if the operator cancels, and asks once', async () => {
      const { fetch, client } = signedIn([refused(), refused(), refused()]);
      const canceled = client.send('DELETE', '/api/admin/users/1');
      await vi.waitFor(() => expect(client.stepUp.isPending()).toBe(true));
      client.stepUp.finish(false);
      await expect(canceled).rejects.toMatchObject({ code: 'step_up_required' });
      const repeated = client.send('DELETE', '/api/admin/users/1');
      await vi.waitFor(() => expect(client.stepUp.isPending()).toBe(true));
      client.stepUp.finish(true);
      await expect(repeated).rejects.toMatchObject({ code: 'step_up_required' });
      expect(fetch).toHaveBeenCalledTimes(3);
    });
  });
});
