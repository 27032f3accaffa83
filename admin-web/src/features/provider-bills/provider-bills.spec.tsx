import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import BillPage from './bill-page';
import BillsPage from './bills-page';
import type { ShownBill } from './withdraw-bill';

const bill: ShownBill = {
  id: 'b1',
  provider: 'fal',
  fileName: 'november.csv',
  fileHash: 'a',
  currency: 'USD',
  reason: 'The bill of November',
  adminId: 'a',
  createdAt: '2026-12-01T09:30:00.000Z',
  lines: 4,
  from: '2026-11-01',
  to: '2026-11-30',
  totalMicros: 1_270_000,
  withdrawal: null,
  withdrawnBy: null,
  sums: [
    { status: 'matched', items: 1, billedMicros: 90_000, expectedMicros: 90_000 },
    { status: 'missing', items: 2, billedMicros: 0, expectedMicros: 180_000 },
    { status: 'unknown', items: 1, billedMicros: 1_180_000, expectedMicros: 0 },
  ],
};
const item = {
  id: '0',
  lines: [2],
  billedMicros: 1_180_000,
  expectedMicros: null,
  requestId: null,
  earlierBillId: null,
};
const PAGE = { nextCursor: null, total: 1, isTotalCapped: false };

describe('the pages of provider bills', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const answers: Record<string, () => Response> = {};

  beforeEach(() => {
    Object.assign(answers, {
      'GET /api/admin/providers': () => Response.json({ success: true, data: { providers: [{ name: 'fal' }] } }),
      'GET /api/admin/provider-bills': () => Response.json({ success: true, data: { ...PAGE, items: [bill] } }),
      'GET /api/admin/provider-bills/b1': () => Response.json({ success: true, data: { bill } }),
      'GET /api/admin/provider-bills/b1/items': () =>
        Response.json({ success: true, data: { ...PAGE, items: [{ ...item, taskId: '=evil', status: 'unknown' }] } }),
      'POST /api/admin/provider-bills': () => Response.json({ success: true, data: { bill, isNew: true } }),
      'POST /api/admin/provider-bills/preview': () =>
        Response.json({
          success: true,
          data: { columns: ['Created at', 'Request ID', 'Cost'], sample: [['2026-11-21', 'abc', '1']], lines: 1 },
        }),
    });
    fetch.mockReset();
    fetch.mockImplementation((path, init) => {
      const answer = answers[`${init?.method ?? 'GET'} ${String(path).split('?')[0]}`];
      return answer ? Promise.resolve(answer()) : Promise.reject(new Error(`Unexpected ${String(path)}`));
    });
  });

  const open = (path: string) => {
    renderSignedIn(
      <Routes>
        <Route path="/provider-bills" element={<BillsPage />} />
        <Route path="/provider-bills/:id" element={<BillPage />} />
      </Routes>,
      fetch,
      { path },
    );
  };
  const choose = (dialog: HTMLElement) =>
    fireEvent.change(within(dialog).getByLabelText('File'), {
      target: { files: [new File(['a'], 'november.csv', { type: 'text/csv' })] },
    });

  it('lists bills with the number of tasks that raise questions', async () => {
    open('/provider-bills');
    expect(await screen.findByRole('row', { name: /^fal/ })).toHaveTextContent('1.27 USD');
    expect(screen.getByText('3 tasks')).toBeVisible();
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(['Bill', 'Period', 'Lines in file', 'Total', 'Open questions', 'Imported']);
  });

  it('imports a file with guessed columns, and opens the result', async () => {
    open('/provider-bills');
    fireEvent.click(await screen.findByRole('button', { name: 'Import a bill…' }));
    const dialog = await screen.findByRole('dialog');
    choose(dialog);
    expect(await within(dialog).findByLabelText('Task ID column')).toHaveValue('Request ID');
    expect(within(dialog).getByRole('region', { name: 'Columns of the file' })).toHaveTextContent('Request IDabcCost1');
    expect(within(dialog).getByLabelText('Amount column')).toHaveValue('Cost');
    expect(within(dialog).getByLabelText('Date column')).toHaveValue('Created at');
    await within(dialog).findByRole('option', { name: 'fal' });
    fireEvent.change(within(dialog).getByLabelText('Provider'), { target: { value: 'fal' } });
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'The bill of November' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Import and compare' }));
    expect(await screen.findByRole('heading', { name: 'Bill of fal' })).toBeVisible();
    const [path] = fetch.mock.calls.find(([, init]) => init?.body instanceof File && init.method === 'POST') ?? [];
    expect(String(path)).toContain('/preview');
    const sent = fetch.mock.calls
      .map(([each]) => String(each))
      .find((each) => each.includes('provider-bills?provider'));
    expect(Object.fromEntries(new URLSearchParams(sent?.split('?')[1]))).toEqual({
      provider: 'fal',
      currency: 'USD',
      reason: 'The bill of November',
      task: 'Request ID',
      amount: 'Cost',
      date: 'Created at',
      fileName: 'november.csv',
    });
  });

  it('shows why a file is refused', async () => {
    answers['POST /api/admin/provider-bills/preview'] = () =>
      Response.json({ code: 'validation_failed', message: 'The file is not a CSV file.' }, { status: 400 });
    open('/provider-bills');
    fireEvent.click(await screen.findByRole('button', { name: 'Import a bill…' }));
    choose(await screen.findByRole('dialog'));
    expect(await screen.findByText('The file is not a CSV file.')).toBeVisible();
  });

  it('withdraws a wrong import with a reason, and then shows who did', async () => {
    const withdrawal = { at: '2026-12-02T09:30:00.000Z', adminId: 'a', reason: 'The bill of another account' };
    const withdrawn: ShownBill = { ...bill, withdrawal, withdrawnBy: 'ritu@luit.example' };
    answers['POST /api/admin/provider-bills/b1/withdraw'] = () => {
      const answer = () => Response.json({ success: true, data: { bill: withdrawn } });
      answers['GET /api/admin/provider-bills/b1'] = answer;
      return answer();
    };
    open('/provider-bills/b1');
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw import…' }));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: 'Withdraw import' });
    expect(confirm).toBeDisabled();
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: withdrawal.reason } });
    fireEvent.click(confirm);
    expect(await screen.findByText(/^Withdrawn by ritu@luit.example on 2 Dec 2026/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw import…' })).toBeNull();
    const [, init] = fetch.mock.calls.find(([path]) => String(path).endsWith('/withdraw')) ?? [];
    expect(JSON.parse(String(init?.body))).toEqual({ reason: withdrawal.reason });
    answers['GET /api/admin/provider-bills'] = () =>
      Response.json({ success: true, data: { ...PAGE, items: [withdrawn] } });
    fireEvent.click(screen.getByRole('link', { name: /Provider bills/ }));
    expect(await screen.findByRole('row', { name: /^fal/ })).toHaveTextContent('Withdrawn');
  });

  it('shows the result with what needs action first, and no expectation where there is none', async () => {
    open('/provider-bills/b1');
    const rows = within(await screen.findByRole('table', { name: 'Result' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Unknown to us.*1\.18.*–$/),
      expect.stringMatching(/^Not on the bill.*0\.18$/),
      expect.stringMatching(/^Matched.*0\.09.*0\.09$/),
    ]);
    expect(await screen.findByRole('row', { name: /=evil/ })).toHaveTextContent('Unknown');
  });
});
