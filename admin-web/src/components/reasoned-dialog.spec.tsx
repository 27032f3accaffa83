import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ReasonedDialog } from './reasoned-dialog';

function show(props: { asksReason?: boolean; isDisabled?: boolean } = {}) {
  const onConfirm = vi.fn(() => Promise.resolve());
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReasonedDialog {...props} title="Replay?" confirmLabel="Replay" onClose={onClose} onConfirm={onConfirm} />
    </QueryClientProvider>,
  );
  return { onConfirm, onClose, confirm: () => screen.getByRole('button', { name: 'Replay' }) };
}

it('an action needs a reason, and gets it without the spaces around it', async () => {
  const user = userEvent.setup();
  const { onConfirm, onClose, confirm } = show();
  await user.type(screen.getByLabelText('Reason'), '    ');
  expect(confirm()).toBeDisabled();
  await user.type(screen.getByLabelText('Reason'), 'The provider is back {Enter}');
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith('The provider is back');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('a direction without a reason asks for none', async () => {
  const { onConfirm, confirm } = show({ asksReason: false });
  expect(screen.queryByLabelText('Reason')).toBeNull();
  await userEvent.click(confirm());
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith('');
});

it('a reason alone does not enable an incomplete form', async () => {
  const { confirm } = show({ isDisabled: true });
  await userEvent.type(screen.getByLabelText('Reason'), 'The provider is back');
  expect(confirm()).toBeDisabled();
});
