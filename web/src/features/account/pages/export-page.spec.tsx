import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { fakeServer, json, refuse } from '../../../testing/fake-server';
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

  it('G-49: redeems the link by a press and never on load, and saves the file', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:copy', revokeObjectURL: () => undefined });
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const server = show({ [`POST ${DOWNLOAD}`]: () => json({ account: {} }) });
    expect(server.asked).toHaveLength(0);
    await press();
    expect(await screen.findByText('luit-account.json has been saved.')).toBeInTheDocument();
    expect(server.callsTo(DOWNLOAD).map((call) => call.body)).toEqual([{ token: 't' }]);
    expect(saved.mock.contexts[0]).toHaveProperty('download', 'luit-account.json');
  });

  it('leads on from a link that has expired', async () => {
    const expired = 'This link is invalid or has expired. Please request a new one.';
    show({ [`POST ${DOWNLOAD}`]: () => refuse(400, 'link_invalid_or_expired', expired) });
    await press();
    expect(await screen.findByText(expired)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('can be pressed again when a service did not answer', async () => {
    show({ [`POST ${DOWNLOAD}`]: () => refuse(503, 'unavailable', 'Please try again in a moment.') });
    await press();
    expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
    await press();
  });

  it('says that a link without its token is incomplete', () => {
    show({}, '/account/export');
    expect(screen.getByText(/This link is incomplete/)).toBeInTheDocument();
  });
});
