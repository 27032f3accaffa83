import { describe, expect, it, vi } from 'vitest';
import { fakeServer, jsonResponse, errorResponse } from '../testing/fake-server';
import { ApiClient, type TokenSource } from './api-client';
import { ApiError } from './api-error';

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (cause: unknown) => cause as ApiError,
  );

describe('ApiClient', () => {
  it('a success returns its top-level fields', async () => {
    const { fetch } = fakeServer({
      'GET /api/credits/balance': () => jsonResponse({ credits: 82, data: { credits: 82 } }),
    });
    await expect(new ApiClient(fetch).call('/api/credits/balance')).resolves.toMatchObject({ credits: 82 });
  });

  it('a failure throws code, text, request ID and Retry-After [SRV-19]', async () => {
    const { fetch } = fakeServer({
      'POST /api/generate': () => errorResponse(429, 'too_many_requests', 'Slow down', { 'retry-after': '7' }),
    });
    const error = await failureOf(new ApiClient(fetch).call('/api/generate', { method: 'POST', body: {} }));
    expect(error).toMatchObject({ status: 429, code: 'too_many_requests', message: 'Slow down', requestId: 'r-1' });
    expect(error.retryAfterSeconds).toBe(7);
    expect(error.isDefinite).toBe(false);
  });

  it('success: false with status 200 is a failure [CR-19]', async () => {
    const { fetch } = fakeServer({
      'POST /api/credits/deduct': () => errorResponse(200, 'insufficient_credits', 'Insufficient credits'),
    });
    const error = await failureOf(new ApiClient(fetch).call('/api/credits/deduct', { method: 'POST', body: {} }));
    expect(error.message).toBe('Insufficient credits');
  });

  it('a response without the envelope is reported by its status', async () => {
    const { fetch } = fakeServer({ 'GET /api/plans': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) });
    const error = await failureOf(new ApiClient(fetch).call('/api/plans'));
    expect(error).toMatchObject({ status: 502, code: 'unreadable', message: 'The server responded with status 502.' });
  });

  it('a failed fetch is reported as offline', async () => {
    const error = await failureOf(
      new ApiClient(() => Promise.reject(new TypeError('fetch failed'))).call('/api/plans'),
    );
    expect(error).toMatchObject({ status: 0, code: 'offline', isDefinite: false });
  });

  it('a rejected token is renewed once and the call repeated', async () => {
    let token = 'old';
    const tokens: TokenSource = {
      epoch: 0,
      accessToken: () => token,
      renew: (refused) => Promise.resolve((token = `${refused}-renewed`)),
      end: vi.fn(),
    };
    const { fetch, calls } = fakeServer({
      'GET /api/credits/balance': ({ headers }) =>
        headers.get('authorization') === 'Bearer old-renewed'
          ? jsonResponse({ credits: 5 })
          : errorResponse(401, 'unauthorized', 'no'),
    });
    await expect(new ApiClient(fetch, tokens).call('/api/credits/balance')).resolves.toMatchObject({ credits: 5 });
    expect(calls).toHaveLength(2);
  });

  it('a wrong password is not retried', async () => {
    const tokens: TokenSource = { epoch: 0, accessToken: () => 't1', renew: vi.fn(), end: vi.fn() };
    const { fetch, calls } = fakeServer({ 'DELETE /api/x': () => errorResponse(401, 'invalid_credentials', 'Not it') });
    expect((await failureOf(new ApiClient(fetch, tokens).call('/api/x', { method: 'DELETE' }))).message).toBe('Not it');
    expect(calls).toHaveLength(1);
    expect(tokens.renew).not.toHaveBeenCalled();
  });

  it('a 401 is returned if the session cannot be renewed', async () => {
    const tokens: TokenSource = {
      epoch: 0,
      accessToken: () => 'old',
      renew: () => Promise.resolve(null),
      end: vi.fn(),
    };
    const { fetch, calls } = fakeServer({ 'GET /api/x': () => errorResponse(401, 'unauthorized', 'no') });
    expect(await failureOf(new ApiClient(fetch, tokens).call('/api/x'))).toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
  });

  it("a blocked user's session ends with the server's message", async () => {
    const tokens: TokenSource = { epoch: 0, accessToken: () => 't1', renew: () => Promise.resolve(null), end: vi.fn() };
    const { fetch } = fakeServer({
      'GET /api/x': () => errorResponse(403, 'user_blocked', 'This account has been blocked.'),
    });
    await failureOf(new ApiClient(fetch, tokens).call('/api/x'));
    expect(tokens.end).toHaveBeenCalledWith(expect.objectContaining({ message: 'This account has been blocked.' }));
  });

  it('an explicit bearer token overrides the session’s and is not renewed', async () => {
    const tokens: TokenSource = { epoch: 0, accessToken: () => 't1', renew: vi.fn(), end: vi.fn() };
    const { fetch, calls } = fakeServer({ 'PUT /api/x': () => errorResponse(401, 'unauthorized', 'no') });
    const client = new ApiClient(fetch, tokens);
    await failureOf(client.call('/api/x', { method: 'PUT', bearer: 'recovery' }));
    await failureOf(client.call('/api/x', { method: 'PUT', bearer: null }));
    expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer recovery', null]);
    expect(tokens.renew).not.toHaveBeenCalled();
  });

  describe('an answer that comes after its session ended', () => {
    const tokens = { epoch: 0, accessToken: () => 't1', renew: vi.fn(), end: vi.fn() };
    const ending = (answer: () => Response) => () => {
      tokens.epoch += 1;
      return answer();
    };

    it.each([
      ['data', () => jsonResponse({ credits: 5 })],
      ['a rejected token', () => errorResponse(401, 'unauthorized', 'no')],
      ['a blocked account', () => errorResponse(403, 'user_blocked', 'This account has been blocked.')],
    ])('is for nobody: %s', async (_, answer) => {
      const { fetch, calls } = fakeServer({ 'GET /api/x': ending(answer) });
      const error = await failureOf(new ApiClient(fetch, tokens).call('/api/x'));
      expect(error).toMatchObject({ status: 401, message: 'You’ve been signed out.' });
      expect(calls).toHaveLength(1);
      expect([tokens.renew.mock.calls, tokens.end.mock.calls]).toEqual([[], []]);
    });

    it('is not asked for again with the token of the next session', async () => {
      const { fetch, calls } = fakeServer({ 'POST /api/generate': () => errorResponse(401, 'unauthorized', 'no') });
      const renew = () => {
        tokens.epoch += 1;
        return Promise.resolve('of another user');
      };
      await failureOf(
        new ApiClient(fetch, {
          ...tokens,
          renew,
          get epoch() {
            return tokens.epoch;
          },
        }).call('/api/generate', { method: 'POST' }),
      );
      expect(calls).toHaveLength(1);
    });

    it('is for its caller if the call had a token of its own, or none', async () => {
      const { fetch } = fakeServer({ 'GET /api/x': ending(() => jsonResponse({ credits: 5 })) });
      for (const bearer of ['recovery', null])
        await expect(new ApiClient(fetch, tokens).call('/api/x', { bearer })).resolves.toMatchObject({ credits: 5 });
      const visitor = new ApiClient(fetch, { ...tokens, accessToken: () => null });
      await expect(visitor.call('/api/x')).resolves.toMatchObject({ credits: 5 });
    });
  });
});
