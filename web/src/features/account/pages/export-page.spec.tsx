import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import ExportPage from './export-page';

const DOWNLOAD = '/api/auth/account/export/download';

function show(routes: Parameters<typeof fakeServer>[0], address = '/account/export?token=t') {
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/account/export" element={<ExportPage />} />
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
  return server;
}

const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Download data' }));

describe('ExportPage', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('the export link is redeemed by a button, never on load, and the file is saved [G-49]', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:copy', revokeObjectURL: () => undefined });
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const server = show({ [`POST ${DOWNLOAD}`]: () => jsonResponse({ account: {} }) });
    expect(server.calls).toHaveLength(0);
    await press();
    expect(await screen.findByText('luit-account.json has been saved.')).toBeInTheDocument();
    expect(server.callsTo(DOWNLOAD).map((call) => call.body)).toEqual([{ token: 't' }]);
    expect(saved.mock.contexts[0]).toHaveProperty('download', 'luit-account.json');
  });

  it('an expired export link leads to the dashboard', async () => {
    const expired = 'This link is invalid or has expired. Please request a new one.';
    show({ [`POST ${DOWNLOAD}`]: () => errorResponse(400, 'link_invalid_or_expired', expired) });
    await press();
    expect(await screen.findByText(expired)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('the download can be retried after a server error', async () => {
    show({ [`POST ${DOWNLOAD}`]: () => errorResponse(503, 'unavailable', 'Please try again in a moment.') });
    await press();
    expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
    await press();
  });

  it('a link without a token is reported as incomplete', () => {
    show({}, '/account/export');
    expect(screen.getByText(/This link is incomplete/)).toBeInTheDocument();
  });
});
