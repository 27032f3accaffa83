import type { ReportReceipt } from '@luit/contracts/auth/content-reports';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import ReportPage from './report-page';

const NUMBER = '7K3M-9QXD-01AB-ZY4T';
const RECEIPT: ReportReceipt = {
  number: NUMBER,
  kind: 'unlawful',
  state: 'open',
  receivedAt: '2026-11-27T10:00:00Z',
  dueAt: '2026-12-04T10:00:00Z',
  decidedAt: null,
  answer: null,
};
const SEND = 'POST /api/reports';
const READ = `GET /api/reports/${NUMBER}`;

function show(path: string, routes: Parameters<typeof fakeServer>[0]) {
  queryClient.clear();
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <ReportPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const write = async () => {
  await userEvent.selectOptions(field('What is it about?'), 'Unlawful or harmful, or it pretends to be me');
  await userEvent.type(field('What is wrong?'), 'That is my face');
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
};

describe('ReportPage', () => {
  it('sends what the visitor saw, and shows the number and when it is decided', async () => {
    const { calls } = show(`/report?about=${encodeURIComponent('https://luit.example/s/abc')}`, {
      [SEND]: () => jsonResponse({ report: RECEIPT }),
    });
    expect(field('Link or ID')).toHaveValue('https://luit.example/s/abc');
    await write();
    expect(await screen.findByText(NUMBER)).toBeInTheDocument();
    expect(screen.getByText('A person will look at it')).toBeInTheDocument();
    expect(screen.getByText('We decide by').nextElementSibling).toHaveTextContent(/4 Dec 2026/);
    expect(calls).toHaveLength(1);
    expect(calls).toMatchObject([
      {
        body: {
          kind: 'unlawful',
          target: 'https://luit.example/s/abc',
          text: 'That is my face',
          website: '',
          language: 'en',
        },
      },
    ]);
  });

  it('an address is required where the answer is owed to somebody', async () => {
    show('/report', {});
    expect(field('Your email')).not.toBeRequired();
    for (const kind of ['Order of a court or government', 'Another complaint', 'My personal data']) {
      await userEvent.selectOptions(field('What is it about?'), kind);
      expect(field('Your email')).toBeRequired();
    }
    await userEvent.selectOptions(field('What is it about?'), 'Intimate images, or a child is harmed');
    expect(field('Your email')).not.toBeRequired();
  });

  it('a failure keeps the report, and a retry has the same idempotency key', async () => {
    const routes = { [SEND]: () => errorResponse(429, 'too_many_requests', 'You’ve sent several reports already.') };
    const { calls } = show('/report?about=abc', routes);
    await write();
    expect(await screen.findByText('You’ve sent several reports already.')).toBeInTheDocument();
    expect(field('What is wrong?')).toHaveValue('That is my face');
    routes[SEND] = () => jsonResponse({ report: RECEIPT });
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText(NUMBER)).toBeInTheDocument();
    expect(calls).toHaveLength(2);
  });

  it('the number shows the decision and the answer', async () => {
    const decided = {
      ...RECEIPT,
      state: 'taken_down' as const,
      decidedAt: '2026-11-27T11:00:00Z',
      answer: 'It is gone.',
    };
    show('/report', { [READ]: () => jsonResponse({ report: decided }) });
    await userEvent.type(field('Report number'), ` ${NUMBER.toLowerCase()} `);
    await userEvent.click(screen.getByRole('button', { name: 'See its status' }));
    expect(await screen.findByText('We took it down')).toBeInTheDocument();
    expect(screen.getByText('It is gone.')).toBeInTheDocument();
    expect(screen.queryByText('We decide by')).not.toBeInTheDocument();
  });

  it('an unknown number and a failed call are told apart', async () => {
    let isDown = true;
    show(`/report?number=${NUMBER}`, {
      [READ]: () =>
        isDown ? errorResponse(400, 'validation_failed', 'Please try again.') : errorResponse(404, 'not_found', 'None'),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByText('There is no report with this number')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Report something else' }));
    expect(field('What is wrong?')).toBeInTheDocument();
  });
});
