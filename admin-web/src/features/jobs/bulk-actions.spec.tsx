import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useTableState } from '../../components/use-table-state';
import { renderSignedIn } from '../../testing/render-signed-in';
import { BulkActions } from './bulk-actions';

const FILTERS = ['status', 'type', 'provider', 'user', 'within', 'from', 'to'] as const;

function Toolbar() {
  return <BulkActions state={useTableState({ sort: 'age', filters: FILTERS })} />;
}

function show(path: string, jobs = 0): void {
  const preview = { jobs, credits: 18 * jobs, previewId: 'p-1' };
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({ success: true, data: preview })));
  renderSignedIn(<Toolbar />, fetch, { path, role: 'owner' });
}
async function open(name: string): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name }));
  return screen.findByRole('dialog');
}

it('a selection that the action does not fit says why, and asks for no reason', async () => {
  show('/jobs?status=pending&type=video&within=24h');
  fireEvent.click(screen.getByRole('button', { name: 'Retry all…' }));
  const dialog = await screen.findByRole('dialog', { name: 'There is nothing to retry' });
  expect(dialog).toHaveTextContent('Only failed or canceled jobs can be retried: once');
  expect(dialog).toHaveTextContent('Status:QueuedType:VideoCreated:Last 24 hours');
  expect(within(dialog).queryByLabelText('Reason')).not.toBeInTheDocument();
  expect(within(dialog).queryByRole('button', { name: /^Retry/ })).not.toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Close' })).toBeVisible();
});

it('the dialog names its filter as the page does', async () => {
  show('/jobs?status=unknown&type=image_video&within=24h&from=2026-11-24T05:30:00%2B05:30', 2);
  const dialog = await open('Cancel all…');
  expect(await within(dialog).findByText('2 jobs, 36 credits returned')).toBeVisible();
  expect(dialog).toHaveTextContent('Status:Unconfirmed');
  expect(dialog).toHaveTextContent('Type:Image to video');
  expect(dialog).toHaveTextContent('Created:Last 24 hours');
  expect(dialog).toHaveTextContent('Created from:24 Nov 2026, 05:30 IST');
  expect(within(dialog).getByLabelText('Reason')).toBeVisible();
});

it('without a filter, the buttons are disabled and say why', () => {
  show('/jobs');
  expect(screen.getByText('To act on many jobs at once, filter the list first.')).toBeVisible();
  for (const name of ['Retry all…', 'Cancel all…', 'Refund all…']) {
    const button = screen.getByRole('button', { name });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('To act on many jobs at once, filter the list first.');
  }
});
