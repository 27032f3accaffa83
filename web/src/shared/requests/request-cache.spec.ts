import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { aRequest, fakeServer, jsonResponse } from '../../testing/fake-server';
import { getRequest } from './api/get-request';
import { knownSequences, mergeRequest, requestKey } from './request-cache';

describe('the request cache', () => {
  it('an outdated event is dropped', () => {
    const client = new QueryClient();
    mergeRequest(client, aRequest({ sequence: 5, status: 'completed' }));
    mergeRequest(client, aRequest({ sequence: 4 }));
    expect(client.getQueryData(requestKey('q-1'))).toMatchObject({ sequence: 5, status: 'completed' });
    expect(knownSequences(client)).toEqual({ 'q-1': 5 });
  });

  it('an outdated poll response is dropped', async () => {
    const client = new QueryClient();
    const { fetch } = fakeServer({
      'GET /api/requests/q-1': () => {
        mergeRequest(client, aRequest({ sequence: 9, status: 'completed' }));
        return jsonResponse({ request: aRequest({ sequence: 3 }) });
      },
    });
    await expect(getRequest(new ApiClient(fetch), client, 'q-1')).resolves.toMatchObject({ sequence: 9 });
  });

  it('a conditional request keeps the cached version on 304 [GEN-10]', async () => {
    const client = new QueryClient();
    const { fetch, calls } = fakeServer({
      'GET /api/requests/q-2': ({ headers }) =>
        headers.get('if-none-match') === '"7"'
          ? new Response(null, { status: 304 })
          : jsonResponse({ request: aRequest({ id: 'q-2', sequence: 7 }) }, { headers: { etag: '"7"' } }),
    });
    const api = new ApiClient(fetch);
    client.setQueryData(requestKey('q-2'), await getRequest(api, client, 'q-2'));
    await expect(getRequest(api, client, 'q-2')).resolves.toMatchObject({ sequence: 7 });
    expect(calls[1]?.headers.get('if-none-match')).toBe('"7"');
  });
});
