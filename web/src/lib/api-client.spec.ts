import { describe, expect, it, vi } from 'vitest';
import { fakeServer, json, refuse } from '../testing/fake-server';
import { ApiClient, type TokenSource } from './api-client';
import { ApiError } from './api-error';

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (cause: unknown) => cause as ApiError,
  );

describe('ApiClient', () => {
  it('answers the fields at the top level of a success', async () => {
    const { fetch } = fakeServer({ 'GET /api/credits/balance': () => json({ credits: 82, data: { credits: 82 } }) });
    await expect(new ApiClient(fetch).call('/api/credits/balance')).resolves.toMatchObject({ credits: 82 });
  });

  it('SRV-19: throws the envelope of a failure with code, text, request id and Retry-After', async () => {
    const { fetch } = fakeServer({
      'POST /api/generate': () => refuse(429, 'too_many_requests', 'Slow down', { 'retry-after': '7' }),
    });
    const error = await failureOf(new ApiClient(fetch).call('/api/generate', { method: 'POST', body: {} }));
    expect(error).toMatchObject({ status: 429, code: 'too_many_requests', message: 'Slow down', requestId: 'r-1' });
    expect(error.retryAfterSeconds).toBe(7);
    expect(error.isDefinite).toBe(false);
  });

  it('CR-19: treats success false under a 200 as a failure', async () => {
    const { fetch } = fakeServer({
      'POST /api/credits/deduct': () => refuse(200, 'insufficient_credits', 'Insufficient credits'),
    });
    const error = await failureOf(new ApiClient(fetch).call('/api/credits/deduct', { method: 'POST', body: {} }));
    expect(error.message).toBe('Insufficient credits');
  });

  it('reports a page that is not our envelope by its status', async () => {
    const { fetch } = fakeServer({ 'GET /api/plans': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) });
    const error = await failureOf(new ApiClient(fetch).call('/api/plans'));
    expect(error).toMatchObject({ status: 502, code: 'unreadable', message: 'The server responded with status 502.' });
  });

  it('reports silence as offline', async () => {
    const error = await failureOf(
      new ApiClient(() => Promise.reject(new TypeError('fetch failed'))).call('/api/plans'),
    );
    expect(error).toMatchObject({ status: 0, code: 'offline', isDefinite: false });
  });

  it('renews a refused token once and asks again with the new one', async () => {
    let token = 'old';
    const tokens: TokenSource = {
      accessToken: () => token,
      renew: (refused) => Promise.resolve((token = `${refused}-renewed`)),
      end: vi.fn(),
    };
    const { fetch, asked } = fakeServer({
      'GET /api/credits/balance': ({ headers }) =>
        headers.get('authorization') === 'Bearer old-renewed'
          ? json({ credits: 5 })
          : refuse(401, 'unauthorized', 'no'),
    });
    await expect(new ApiClient(fetch, tokens).call('/api/credits/balance')).resolves.toMatchObject({ credits: 5 });
    expect(asked).toHaveLength(2);
  });

  it('does not ask again where a password was wrong', async () => {
    const tokens: TokenSource = { accessToken: () => 't1', renew: vi.fn(), end: vi.fn() };
    const { fetch, asked } = fakeServer({ 'DELETE /api/x': () => refuse(401, 'invalid_credentials', 'Not it') });
    expect((await failureOf(new ApiClient(fetch, tokens).call('/api/x', { method: 'DELETE' }))).message).toBe('Not it');
    expect(asked).toHaveLength(1);
    expect(tokens.renew).not.toHaveBeenCalled();
  });

  it('gives up on a 401 when the session cannot be renewed', async () => {
    const tokens: TokenSource = { accessToken: () => 'old', renew: () => Promise.resolve(null), end: vi.fn() };
    const { fetch, asked } = fakeServer({ 'GET /api/x': () => refuse(401, 'unauthorized', 'no') });
    expect(await failureOf(new ApiClient(fetch, tokens).call('/api/x'))).toMatchObject({ status: 401 });
    expect(asked).toHaveLength(1);
  });

  it('ends the session of whoever was blocked, with the sentence that says so', async () => {
    const tokens: TokenSource = { accessToken: () => 't1', renew: () => Promise.resolve(null), end: vi.fn() };
    const { fetch } = fakeServer({ 'GET /api/x': () => refuse(403, 'user_blocked', 'This account has been blocked.') });
    await failureOf(new ApiClient(fetch, tokens).call('/api/x'));
    expect(tokens.end).toHaveBeenCalledWith(expect.objectContaining({ message: 'This account has been blocked.' }));
  });

  it('sends another bearer token in place of the session’s, and does not renew it', async () => {
    const tokens: TokenSource = { accessToken: () => 't1', renew: vi.fn(), end: vi.fn() };
    const { fetch, asked } = fakeServer({ 'PUT /api/x': () => refuse(401, 'unauthorized', 'no') });
    const client = new ApiClient(fetch, tokens);
    await failureOf(client.call('/api/x', { method: 'PUT', bearer: 'recovery' }));
    await failureOf(client.call('/api/x', { method: 'PUT', bearer: null }));
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer recovery', null]);
    expect(tokens.renew).not.toHaveBeenCalled();
  });
});
