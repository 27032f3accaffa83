import type { PublicStatus } from '@luit/contracts/operations/service-status';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { ServicesProvider } from '../../lib/services';
import { waitEstimate } from '../../shared/requests/wait-estimate';
import { aRequest, errorResponse, fakeServer, jsonResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { Shell } from './shell';

function show(status: Partial<PublicStatus>) {
  const server = fakeServer({
    'GET /api/status': () => jsonResponse({ banner: null, newJobsPaused: false, isWaitUnknown: false, ...status }),
    'POST /api/auth/refresh': () => errorResponse(401, 'unauthorized', 'no'),
  });
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <MemoryRouter>
        <Routes>
          <Route element={<Shell />}>
            <Route index element={<p>the page</p>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
  return server;
}

describe('the service notice', () => {
  it('every page shows the banner of the operators as plain text with its end', async () => {
    const server = show({ banner: { text: '<b>Upgrade</b> at 10 pm', until: '2026-11-24T17:00:00.000Z' } });
    const notice = await screen.findByRole('complementary', { name: 'Service notice' });
    expect(notice).toHaveTextContent('<b>Upgrade</b> at 10 pm Until 24 Nov 2026');
    expect(notice).not.toHaveTextContent('paused');
    expect(server.callsTo('/api/status')[0]?.headers.get('authorization')).toBeNull();
  });

  it('every page says that new jobs are paused and what continues', async () => {
    show({ newJobsPaused: true, isWaitUnknown: true });
    const notice = await screen.findByRole('complementary', { name: 'Service notice' });
    expect(notice).toHaveTextContent('Jobs in progress, purchases and downloads continue.');
  });

  it('a queued request has no estimate while jobs are paused, a running one keeps it', () => {
    const queued = aRequest({ jobStatus: 'pending', queuePosition: 2, etaSeconds: 60 });
    expect(waitEstimate(queued, false)).toHaveLength(2);
    expect(waitEstimate(queued, true)).toHaveLength(1);
    expect(waitEstimate(aRequest({ jobStatus: 'running', etaSeconds: 60 }), true)).toHaveLength(1);
    expect(waitEstimate(aRequest({ jobStatus: 'running', isLongerThanUsual: true }), true)).toEqual([
      'taking longer than usual',
    ]);
  });
});
