import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import type { JobView } from '../live-operations/jobs-queries';
import { Takedowns } from './takedowns';

const TAKEDOWN = {
  id: 't-1',
  kind: 'order',
  reason: 'Order 12 of 2026',
  takenDownAt: '2026-11-27T09:00:00.000Z',
  takenDownBy: 'a-1',
  returnedCredits: 0,
  liftedAt: null,
  liftedBy: null,
  liftReason: null,
} satisfies JobView['takedowns'][number];

function viewOf(
  takedowns: JobView['takedowns'],
  {
    completedAt = TAKEDOWN.takenDownAt,
    takedownCredits = 0,
  }: { completedAt?: string | null; takedownCredits?: number } = {},
): JobView {
  return { job: { id: 'q-1', completed_at: completedAt }, takedowns, takedownCredits } as JobView;
}

function render(view: JobView) {
  const fetch = vi
    .fn<typeof globalThis.fetch>()
    .mockImplementation(() => Promise.resolve(Response.json({ success: true, data: {} })));
  renderSignedIn(<Takedowns view={view} />, fetch);
  const sent = (path: string) =>
    fetch.mock.calls
      .filter(([url]) => String(url).endsWith(path))
      .map(([, init]) => JSON.parse(init?.body as string) as unknown);
  return { sent };
}

it('an operator takes an output down with a kind and a reason', async () => {
  const { sent } = render(viewOf([]));
  await userEvent.click(await screen.findByRole('button', { name: 'Take down…' }));
  const dialog = within(screen.getByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: 'Take down' });
  await userEvent.type(dialog.getByLabelText('Reason'), 'Order 12 of 2026');
  expect(confirm).toBeDisabled();
  expect(dialog.getByText('Credits stay as they are.')).toBeInTheDocument();
  await userEvent.selectOptions(dialog.getByLabelText('Kind'), 'order');
  await userEvent.click(confirm);
  expect(sent('/api/admin/jobs/q-1/takedown')).toEqual([{ kind: 'order', reason: 'Order 12 of 2026' }]);
});

it('a takedown in force is shown with its reason, and an operator lifts it', async () => {
  const { sent } = render(viewOf([TAKEDOWN]));
  expect(await screen.findByText(/Order of a court or government/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Take down…' })).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Lift takedown…' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'The order was withdrawn');
  await userEvent.click(dialog.getByRole('button', { name: 'Lift takedown' }));
  expect(sent('/api/admin/jobs/q-1/takedown/lift')).toEqual([{ reason: 'The order was withdrawn' }]);
});

it('an operator looks at what was taken down, with a reason', async () => {
  URL.createObjectURL = () => 'blob:opened';
  URL.revokeObjectURL = () => undefined;
  const { sent } = render(viewOf([TAKEDOWN]));
  await userEvent.click(await screen.findByRole('button', { name: 'View output' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Asked by the police');
  await userEvent.click(dialog.getByRole('button', { name: 'View output' }));
  expect(await screen.findByAltText('Output that was taken down')).toHaveAttribute('src', 'blob:opened');
  expect(sent('/api/admin/jobs/q-1/takedown/file')).toEqual([{ reason: 'Asked by the police' }]);
});

it('a job in progress cannot be taken down', () => {
  render(viewOf([], { completedAt: null }));
  expect(screen.queryByText('Takedown')).not.toBeInTheDocument();
});

it('the dialog says how many credits return for the kind, and the takedown how many did', async () => {
  render(viewOf([{ ...TAKEDOWN, returnedCredits: 18, liftedAt: TAKEDOWN.takenDownAt }], { takedownCredits: 18 }));
  expect(await screen.findByText('18 credits return to the owner')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Take down…' }));
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByText('18 credits return to the owner, unless the kind is intimate imagery or child abuse.');
  await userEvent.selectOptions(dialog.getByLabelText('Kind'), 'order');
  dialog.getByText('18 credits return to the owner, even if the takedown is lifted later.');
  await userEvent.selectOptions(dialog.getByLabelText('Kind'), 'intimate_imagery');
  dialog.getByText('Credits stay as they are.');
});
