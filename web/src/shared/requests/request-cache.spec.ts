import type { RequestView } from '@luit/contracts/http/requests';
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

  it('the estimate of a running job never rises while its progress does', () => {
    const client = new QueryClient();
    const shown = (changes: Parameters<typeof aRequest>[0]) => {
      mergeRequest(client, aRequest({ jobStatus: 'running', ...changes }));
      return client.getQueryData<RequestView>(requestKey('q-1'))?.etaSeconds;
    };
    expect(shown({ sequence: 2, jobStatus: 'pending', progress: 25, etaSeconds: 20 })).toBe(20);
    expect(shown({ sequence: 3, jobStatus: 'pending', progress: 25, etaSeconds: 30 })).toBe(30);
    expect(shown({ sequence: 4, progress: 50, etaSeconds: 12 })).toBe(12);
    expect(shown({ sequence: 5, progress: 60, etaSeconds: 18 })).toBe(12);
    expect(shown({ sequence: 6, progress: 70, etaSeconds: 7 })).toBe(7);
    // Another provider starts from the beginning.
    expect(shown({ sequence: 7, progress: 50, etaSeconds: 15 })).toBe(15);
  });

  it('the progress of a running job never falls, also when another provider starts over [G-43]', () => {
    const client = new QueryClient();
    const shown = (changes: Parameters<typeof aRequest>[0]) => {
      mergeRequest(client, aRequest(changes));
      return client.getQueryData<RequestView>(requestKey('q-1'))?.progress;
    };
    expect(shown({ sequence: 2, progress: 70 })).toBe(70);
    expect(shown({ sequence: 3, progress: 50 })).toBe(70);
    expect(shown({ sequence: 4, status: 'failed', progress: 0 })).toBe(0);
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
