import type { QuarterlyNotice } from '@luit/contracts/auth/quarterly-notices';
import type { ReportStatistics } from '@luit/contracts/auth/report-statistics';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import QuarterlyReportPage from './quarterly-report-page';

const STATISTICS: ReportStatistics = {
  quarter: '2026-Q3',
  kinds: [
    {
      ...{ kind: 'order', received: 1_009, decidedInTime: 6, decidedLate: 1, open: 2, takenDown: 4, rejected: 2 },
      ...{ answered: 1, medianHours: 2.5, takedowns: 5, lifts: 3 },
    },
  ],
};
const NOTICE: QuarterlyNotice = {
  ...{ quarter: '2026-Q3', recipients: 1_200, hasEnded: true, sent: null },
  texts: [{ language: 'en', subject: 'The rules of Luit', text: 'Do not make anything unlawful.' }],
};

function show(notice: QuarterlyNotice = NOTICE) {
  const state = { notice };
  const fetch = vi.fn<typeof globalThis.fetch>().mockImplementation((input) => {
    const data = String(input).endsWith('/notice') ? state : { statistics: STATISTICS };
    return Promise.resolve(Response.json({ success: true, data }));
  });
  renderSignedIn(<QuarterlyReportPage />, fetch, { path: '/quarterly-report?quarter=2026-Q3', role: 'owner' });
  return { fetch, state };
}

it('a quarter shows its counts, and another one can be chosen', async () => {
  const { fetch } = show();
  const table = within(await screen.findByRole('table', { name: 'Reports of 2026-Q3' }));
  const cells = table.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(1)).toEqual([
    ...['Received1,009', 'In time6', 'Late1', 'Open2', 'Taken down4', 'Rejected2', 'Answered1'],
    ...['Takedowns5', 'Lifts3', 'Median hours2.5'],
  ]);
  const select = screen.getByLabelText<HTMLSelectElement>('Quarter');
  const [newest] = select.options;
  await userEvent.selectOptions(select, newest!.value);
  await vi.waitFor(() =>
    expect(fetch.mock.calls.map(([url]) => String(url))).toContain(`/api/admin/quarterly-reports/${newest!.value}`),
  );
});

it('an owner reads the notice, and sends it by typing the quarter', async () => {
  const { fetch, state } = show();
  await screen.findByText(/^1,200 active users/);
  screen.getByText('Do not make anything unlawful.');
  await userEvent.click(screen.getByRole('button', { name: 'Email every user…' }));
  const dialog = within(screen.getByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: 'Email every user' });
  await userEvent.type(dialog.getByLabelText('Reason'), 'It is due');
  expect(confirm).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Type 2026-Q3 to confirm'), '2026-Q3');
  const sent = { by: 'ops@luit.example', at: '2026-10-02T06:00:00.000Z', reason: 'It is due', mails: 500 };
  state.notice = { ...NOTICE, sent: { ...sent, isComplete: true } };
  await userEvent.click(confirm);
  await screen.findByText(/^Sent by ops@luit.example on 2 Oct 2026.*500 emails were queued/);
  const [path, init] = fetch.mock.calls.find(([, each]) => each?.method === 'POST') ?? [];
  expect(path).toBe('/api/admin/quarterly-reports/2026-Q3/notice');
  expect(JSON.parse(init?.body as string)).toEqual({ confirmation: '2026-Q3', reason: 'It is due' });
  expect(screen.queryByRole('button', { name: 'Email every user…' })).toBeNull();
});

it('a quarter that has not ended cannot be sent', async () => {
  show({ ...NOTICE, hasEnded: false });
  await screen.findByText(/^It can be sent once the quarter has ended/);
  expect(screen.queryByRole('button', { name: 'Email every user…' })).toBeNull();
});
