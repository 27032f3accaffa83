import type { AdminUser } from '@luit/contracts/http/admin-users';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { UserActions } from './user-actions';

const USER: AdminUser = {
  id: 'u-1',
  email: 'asha@example.com',
  name: 'Asha Devi',
  created_at: '2026-11-01T09:30:00.000Z',
  last_sign_in_at: null,
  status: 'active',
};

it.each([
  ['active', ['View', 'Block', 'Delete']],
  ['blocked', ['View', 'Unblock', 'Delete']],
] as const)('each action on a user that is %s shows its name', (status, labels) => {
  renderSignedIn(<UserActions user={{ ...USER, status }} />, vi.fn<typeof fetch>(), { role: 'owner' });
  const controls = [screen.getByRole('link'), ...screen.getAllByRole('button')];
  expect(controls.map(({ textContent }) => textContent)).toEqual(labels);
  for (const control of controls) expect(control).toHaveAccessibleName(`${control.textContent} asha@example.com`);
});
