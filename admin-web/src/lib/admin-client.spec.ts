import { beforeEach, describe, expect, it } from 'vitest';
import { AdminClient } from './admin-client';
import { AdminSession } from './admin-session';

const NOW = Date.parse('2026-11-21T04:00:00Z');

/** A token as the server makes it, as far as a browser can see. */
function token(expiresAt: number): string {
  return `h.${btoa(JSON.stringify({ exp: expiresAt / 1000 }))}.s`;
}

function clientThat(answer: () => Response) {
  const session = new AdminSession(localStorage, () => NOW);
  return { session, client: new AdminClient(() => Promise.resolve(answer()), session) };
}

describe('the operators’ session', () => {
  beforeEach(() => localStorage.clear());

  it('ADM-04, ADM-05: keeps token, email and expiry, and is open until then', async () => {
    const answer = { success: true, token: token(NOW + 1000), admin: { email: 'ops@luit.example' } };
    const { client, session } = clientThat(() => Response.json(answer));
    await client.login('ops@luit.example', 'secret');
    expect(session.getState().email).toBe('ops@luit.example');
    expect(new AdminSession(localStorage, () => NOW).token()).toBe(answer.token);
    expect(new AdminSession(localStorage, () => NOW + 1000).token()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('ADM-02: says Login failed with the status', async () => {
    const { client } = clientThat(() => Response.json({ success: false }, { status: 401 }));
    await expect(client.login('a', 'b')).rejects.toThrow('Login failed: 401');
  });

  it('ADM-06: a 401 clears the session and says so', async () => {
    const { client, session } = clientThat(() => Response.json({ success: false }, { status: 401 }));
    session.open(token(NOW + 60_000), 'ops@luit.example');
    await expect(client.get('/api/admin/jobs')).rejects.toThrow('Session expired. Please login again.');
    expect(session.getState()).toEqual({ email: null, message: 'Session expired. Please login again.' });
    expect(localStorage).toHaveLength(0);
  });

  it('ADM-07: tells a missing token and other statuses apart', async () => {
    const { client, session } = clientThat(() => Response.json({ success: false }, { status: 500 }));
    await expect(client.get('/api/admin/jobs')).rejects.toThrow('No admin token found. Please login again.');
    session.open(token(NOW + 60_000), 'ops@luit.example');
    await expect(client.get('/api/admin/jobs')).rejects.toThrow('API Error: 500');
  });
});
