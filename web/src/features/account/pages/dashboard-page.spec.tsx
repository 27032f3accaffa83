import type { DeviceSession } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aSession, aUser, fakeServer, json, refuse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import DashboardPage from './dashboard-page';

function aDevice(id: string, device: string, current = false): DeviceSession {
  const time = '2026-11-21T03:10:00Z';
  return { id, device, ip: '203.0.113.7', created_at: time, last_used_at: time, current };
}

const laptop = aDevice('s-1', 'Firefox on Linux', true);
const phone = aDevice('s-2', 'Chrome on Android');
const tablet = aDevice('s-3', 'Safari on iPad');

async function show(routes: Parameters<typeof fakeServer>[0] = {}) {
  queryClient.clear();
  const server = fakeServer({
    'GET /api/credits/balance': () => json({ credits: 82, available: 82, held: 0 }),
    'GET /api/auth/sessions': () => json({ sessions: [laptop] }),
    ...routes,
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <DashboardPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return { ...server, session };
}

const devices = async () => within(screen.getByRole('region', { name: 'Devices' })).findAllByRole('listitem');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('DashboardPage', () => {
  it('DSH-01: shows email, user id, created date and last sign-in', async () => {
    await show();
    const account = within(screen.getByRole('region', { name: 'Account' }));
    const fact = (name: string) => account.getByText(name).nextElementSibling;
    expect(fact('Email')).toHaveTextContent('mridula@example.in');
    expect(fact('User ID')).toHaveTextContent('u-1');
    expect(fact('Created')).toHaveTextContent(/^1 Nov 2026$/);
    expect(fact('Last sign-in')).toHaveTextContent(/^21 Nov 2026, /);
  });

  it('DSH-02: shows the credits, leads to generate, restore and buy, and signs out', async () => {
    const server = await show({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
    expect(await within(screen.getByRole('region', { name: 'Available credits' })).findByText('82')).toBeVisible();
    const actions = within(screen.getByRole('region', { name: 'Quick actions' })).getAllByRole('link');
    expect(actions.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      expect.arrayContaining([
        ['Generate video', '/image-to-video'],
        ['Restore image', '/restore'],
        ['Buy credits', '/vault'],
      ]),
    );
    await press('Sign out');
    await expect.poll(() => screen.queryByRole('region', { name: 'Account' })).toBeNull();
    expect(server.asked.some(({ path }) => path.startsWith('/api/auth/signout'))).toBe(true);
  });

  it('lists the devices and signs one of them out', async () => {
    let signedIn = [laptop, phone, tablet];
    await show({
      'GET /api/auth/sessions': () => json({ sessions: signedIn }),
      'DELETE /api/auth/sessions/s-2': () => {
        signedIn = [laptop, tablet];
        return new Response(null, { status: 204 });
      },
    });
    expect(await devices()).toHaveLength(3);
    expect((await devices())[0]).toHaveTextContent('This device');
    expect((await devices())[1]).toHaveTextContent(/Last used .*203\.0\.113\.7/);
    await press('Sign out of Chrome on Android');
    await expect.poll(devices).toHaveLength(2);
  });

  it('signs out everywhere else, once there is an elsewhere', async () => {
    let signedIn = [laptop, phone];
    await show({
      'GET /api/auth/sessions': () => json({ sessions: signedIn }),
      'POST /api/auth/signout?scope=others': () => {
        signedIn = [laptop];
        return new Response(null, { status: 204 });
      },
    });
    await press('Sign out all other devices');
    await expect.poll(devices).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).not.toBeInTheDocument();
  });

  it('shows the refusal to sign a device out until it is dismissed', async () => {
    const text = 'This device is not signed in.';
    await show({
      'GET /api/auth/sessions': () => json({ sessions: [laptop, phone] }),
      'DELETE /api/auth/sessions/s-2': () => refuse(404, 'not_found', text),
    });
    await press('Sign out of Chrome on Android');
    expect(await screen.findByText(text)).toBeInTheDocument();
    await press('Dismiss message');
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('says so when the devices cannot be loaded', async () => {
    await show({ 'GET /api/auth/sessions': () => refuse(400, 'validation_failed', 'no') });
    expect(await screen.findByText('We couldn’t load your devices')).toBeInTheDocument();
  });

  it('AUTH-38: changes the name in place', async () => {
    const changed = aUser({ user_metadata: { name: 'Mridula', credits: 0, status: 'active' } });
    const server = await show({ 'PATCH /api/auth/user': () => json({ user: changed }) });
    await press('Edit name');
    const field = screen.getByLabelText('Full name');
    await userEvent.clear(field);
    await press('Save');
    expect(await screen.findByText('Name is required')).toBeInTheDocument();
    await userEvent.type(field, ' Mridula ');
    await press('Save');
    expect(await screen.findByRole('heading', { name: 'Good to see you, Mridula' })).toBeInTheDocument();
    expect(server.callsTo('/api/auth/user')[0]?.body).toEqual({ name: 'Mridula' });
    expect(screen.getByRole('button', { name: 'Edit name' })).toHaveFocus();
  });

  it('G-48: takes whom invoices are made out to, checks the GSTIN, and takes it away again', async () => {
    const profiles: unknown[] = [];
    await show({
      'PATCH /api/auth/user': ({ body }) => {
        const { billingProfile } = body as { billingProfile: User['billing_profile'] | null };
        profiles.push(billingProfile);
        return json({ user: aUser(billingProfile ? { billing_profile: billingProfile } : {}) });
      },
    });
    await press('Add billing details');
    await press('Save');
    expect(await screen.findByText('Name is required')).toBeInTheDocument();
    expect(screen.getByText('Please choose a state')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Name or business'), ' Saikia Studio ');
    await userEvent.selectOptions(screen.getByLabelText('State or union territory'), 'Assam');
    const gstin = screen.getByLabelText('GSTIN (optional)');
    await userEvent.type(gstin, '27AAPFU0939F1ZW');
    await press('Save');
    expect(await screen.findByText('Please enter a valid GSTIN')).toBeInTheDocument();
    await userEvent.clear(gstin);
    await userEvent.type(gstin, '27aapfu0939f1zv');
    expect(await screen.findByText('This GSTIN belongs to a different state')).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('State or union territory'), 'Maharashtra');
    await press('Save');
    const card = within(screen.getByRole('region', { name: 'Billing details' }));
    expect(await card.findByText('27AAPFU0939F1ZV')).toBeInTheDocument();
    expect(card.getByText('Maharashtra')).toBeInTheDocument();
    await press('Edit billing details');
    await press('Remove');
    expect(await screen.findByRole('button', { name: 'Add billing details' })).toBeInTheDocument();
    expect(profiles).toEqual([{ name: 'Saikia Studio', state: '27', gstin: '27AAPFU0939F1ZV' }, null]);
  });

  it('keeps what was typed when the billing details are refused', async () => {
    await show({ 'PATCH /api/auth/user': () => refuse(400, 'validation_failed', 'Name cannot be used') });
    await press('Add billing details');
    await userEvent.type(screen.getByLabelText('Name or business'), 'Saikia');
    await userEvent.selectOptions(screen.getByLabelText('State or union territory'), 'Assam');
    await press('Save');
    expect(await screen.findByText('Name cannot be used')).toBeInTheDocument();
    expect(screen.getByLabelText('Name or business')).toHaveValue('Saikia');
  });

  it('G-49: has a copy of the account mailed, or says when to come again', async () => {
    const wait = 'We have just sent you a mail. Please wait a minute before you ask for another';
    let isFirst = true;
    await show({
      'POST /api/auth/account/export': () => {
        const answer = isFirst ? json({}, { status: 202 }) : refuse(429, 'too_many_requests', wait);
        isFirst = false;
        return answer;
      },
    });
    await press('Email me a copy');
    expect(await screen.findByText(/We emailed a link to mridula@example.in/)).toBeInTheDocument();
    await press('Email me a copy');
    expect(await screen.findByText(wait)).toBeInTheDocument();
  });

  describe('G-49: deleting the account', () => {
    const preview = { credits: 900, held: 18, refund: { credits: 860, amountPaise: 85_914 } };
    const openDialog = async (routes: Parameters<typeof fakeServer>[0]) => {
      const shown = await show({ 'GET /api/auth/account/closing': () => json(preview), ...routes });
      await press('Delete account');
      return { ...shown, dialog: within(await screen.findByRole('dialog', { name: 'Delete your account?' })) };
    };
    const confirm = async (password: string) => {
      await userEvent.type(screen.getByLabelText('Your password'), password);
      await press('Delete my account');
    };

    it('tells what goes back, what is lost and what is kept', async () => {
      const { dialog } = await openDialog({});
      expect(await dialog.findByText('₹859.14')).toBeInTheDocument();
      expect(dialog.getByText(/for 860 credits you bought in the last 30 days/)).toBeInTheDocument();
      expect(dialog.getByText(/^We’re holding 18 credits for jobs/)).toBeInTheDocument();
      expect(dialog.getByText(/^You forfeit 40 credits/)).toBeInTheDocument();
      expect(dialog.getByText(/^Payment and credit records without your name/)).toBeInTheDocument();
      await press('Keep my account');
      await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    });

    it('says so where nothing goes back', async () => {
      const nothing = { credits: 0, held: 0, refund: { credits: 0, amountPaise: 0 } };
      const { dialog } = await openDialog({ 'GET /api/auth/account/closing': () => json(nothing) });
      expect(await dialog.findByText(/^Nothing. You have no unused credits/)).toBeInTheDocument();
      expect(dialog.queryByText(/forfeit|holding/)).not.toBeInTheDocument();
    });

    it('can be done where nothing could be counted, and counts again when asked', async () => {
      let isUp = false;
      const { dialog } = await openDialog({
        'GET /api/auth/account/closing': () => (isUp ? json(preview) : refuse(400, 'validation_failed', 'no')),
      });
      expect(await dialog.findByText(/couldn’t calculate your refund right now/)).toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeEnabled();
      isUp = true;
      await press('Try again');
      expect(await dialog.findByText('₹859.14')).toBeInTheDocument();
    });

    it('tells a wrong password at its field, and anything else above it; nobody is signed out', async () => {
      const answers = [
        refuse(401, 'invalid_credentials', 'This is not your password. Nothing was deleted.'),
        refuse(429, 'too_many_attempts', 'Too many attempts. Please wait.'),
      ];
      const { session } = await openDialog({
        'DELETE /api/auth/account': () => answers.shift() ?? refuse(500, 'internal', 'no more'),
      });
      await press('Delete my account');
      expect(await screen.findByText('Password is required')).toBeInTheDocument();
      await confirm('not it');
      const field = screen.getByLabelText('Your password');
      await expect.poll(() => field).toHaveAccessibleDescription('This is not your password. Nothing was deleted.');
      expect(field).toHaveFocus();
      await press('Delete my account');
      expect(await screen.findByText('Too many attempts. Please wait.')).toBeInTheDocument();
      expect(session.getState().status).toBe('signed-in');
    });

    it('signs out once it has begun', async () => {
      const { session, callsTo } = await openDialog({
        'DELETE /api/auth/account': () => json({ message: 'Your account is being deleted.' }, { status: 202 }),
      });
      await confirm('correct horse');
      await expect.poll(session.getState).toMatchObject({ status: 'signed-out', isBeingDeleted: true, error: null });
      expect(callsTo('/api/auth/account')[0]?.body).toEqual({ password: 'correct horse' });
    });
  });

  it('leads to a new password', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'Change password' })).toHaveAttribute('href', '/reset-password');
  });
});
