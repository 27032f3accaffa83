import type { DeviceSession } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { aUser, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { showSignedIn } from '../../../testing/show-signed-in';
import PrivacyPage from './privacy-page';
import ProfilePage from './profile-page';
import SignInPage from './sign-in-page';

function aDevice(id: string, device: string, current = false): DeviceSession {
  const time = '2026-11-21T03:10:00Z';
  return { id, device, ip: '203.0.113.7', created_at: time, last_used_at: time, current };
}

const ACCESS = {
  ...{ sessions: [], devices: [], linkedSignIns: [], passkeys: [], apiKeys: [] },
  ...{ webhookEndpoints: [], pushSubscriptions: [], shareLinks: [] },
};

const laptop = aDevice('s-1', 'Firefox on Linux', true);
const phone = aDevice('s-2', 'Chrome on Android');
const tablet = aDevice('s-3', 'Safari on iPad');

function show(Page: ComponentType, routes: Parameters<typeof fakeServer>[0] = {}) {
  return showSignedIn(<Page />, {
    'GET /api/auth/sessions': () => jsonResponse({ sessions: [laptop] }),
    'GET /api/auth/access': () => jsonResponse({ ...ACCESS, hasPassword: true }),
    ...routes,
  });
}

const devices = async () => within(screen.getByRole('region', { name: 'Devices' })).findAllByRole('listitem');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the settings', () => {
  it('the devices card lists devices and signs one out', async () => {
    let signedIn = [laptop, phone, tablet];
    await show(SignInPage, {
      'GET /api/auth/sessions': () => jsonResponse({ sessions: signedIn }),
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

  it('the sign-out-others button appears with a second device and signs it out', async () => {
    let signedIn = [laptop, phone];
    await show(SignInPage, {
      'GET /api/auth/sessions': () => jsonResponse({ sessions: signedIn }),
      'POST /api/auth/signout?scope=others': () => {
        signedIn = [laptop];
        return new Response(null, { status: 204 });
      },
    });
    await press('Sign out all other devices');
    await expect.poll(devices).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).not.toBeInTheDocument();
  });

  it('a failed device sign-out shows its error until it is dismissed', async () => {
    const text = 'This device is already signed out.';
    await show(SignInPage, {
      'GET /api/auth/sessions': () => jsonResponse({ sessions: [laptop, phone] }),
      'DELETE /api/auth/sessions/s-2': () => errorResponse(404, 'not_found', text),
    });
    await press('Sign out of Chrome on Android');
    expect(await screen.findByText(text)).toBeInTheDocument();
    await press('Dismiss message');
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('the devices card reports a loading error', async () => {
    await show(SignInPage, { 'GET /api/auth/sessions': () => errorResponse(400, 'validation_failed', 'no') });
    expect(await screen.findByText('We couldn’t load your devices')).toBeInTheDocument();
  });

  it('the name is edited inline [AUTH-38]', async () => {
    const changed = aUser({ user_metadata: { name: 'Mridula', credits: 0, status: 'active' } });
    const server = await show(ProfilePage, { 'PATCH /api/auth/user': () => jsonResponse({ user: changed }) });
    await press('Edit name');
    const field = screen.getByLabelText('Full name');
    await userEvent.clear(field);
    await press('Save');
    expect(await screen.findByText('Name is required')).toBeInTheDocument();
    await userEvent.type(field, ' Mridula ');
    await press('Save');
    expect(await screen.findByText('Mridula')).toBeInTheDocument();
    expect(server.callsTo('/api/auth/user')[0]?.body).toEqual({ name: 'Mridula' });
    expect(screen.getByRole('button', { name: 'Edit name' })).toHaveFocus();
  });

  it('billing details are added with a validated GSTIN and removed again [G-48]', async () => {
    const profiles: unknown[] = [];
    await show(ProfilePage, {
      'PATCH /api/auth/user': ({ body }) => {
        const { billingProfile } = body as { billingProfile: User['billing_profile'] | null };
        profiles.push(billingProfile);
        return jsonResponse({ user: aUser(billingProfile ? { billing_profile: billingProfile } : {}) });
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

  it('the billing form keeps its input when the server rejects it', async () => {
    await show(ProfilePage, {
      'PATCH /api/auth/user': () => errorResponse(400, 'validation_failed', 'Name cannot be used'),
    });
    await press('Add billing details');
    await userEvent.type(screen.getByLabelText('Name or business'), 'Saikia');
    await userEvent.selectOptions(screen.getByLabelText('State or union territory'), 'Assam');
    await press('Save');
    expect(await screen.findByText('Name cannot be used')).toBeInTheDocument();
    expect(screen.getByLabelText('Name or business')).toHaveValue('Saikia');
  });

  it('the data card requests a copy by email and shows the rate limit error [G-49]', async () => {
    const wait = 'We just sent you an email. Please wait a minute before requesting another one';
    let isFirst = true;
    await show(PrivacyPage, {
      'POST /api/auth/account/export': () => {
        const answer = isFirst ? jsonResponse({}, { status: 202 }) : errorResponse(429, 'too_many_requests', wait);
        isFirst = false;
        return answer;
      },
    });
    await press('Email me a copy');
    expect(await screen.findByText(/We emailed a link to mridula@example.in/)).toBeInTheDocument();
    await press('Email me a copy');
    expect(await screen.findByText(wait)).toBeInTheDocument();
  });

  describe('account deletion [G-49]', () => {
    const preview = { credits: 900, held: 18, refund: { credits: 860, amountPaise: 85_914 }, sealedUntil: null };
    const openDialog = async (routes: Parameters<typeof fakeServer>[0]) => {
      const shown = await show(PrivacyPage, {
        'GET /api/auth/account/closing': () => jsonResponse(preview),
        ...routes,
      });
      await press('Delete account');
      return { ...shown, dialog: within(await screen.findByRole('dialog', { name: 'Delete your account?' })) };
    };
    const confirm = async (password: string) => {
      await userEvent.type(screen.getByLabelText('Your password'), password);
      await press('Delete my account');
    };

    it('the dialog shows what is refunded, forfeited and kept', async () => {
      const { dialog } = await openDialog({});
      expect(await dialog.findByText('₹859.14')).toBeInTheDocument();
      expect(dialog.getByText(/for 860 credits you bought in the last 30 days/)).toHaveTextContent(
        'Banks usually take 5-7 business days.',
      );
      expect(dialog.getByText(/^We’re holding 18 credits for jobs/)).toBeInTheDocument();
      expect(dialog.getByText(/^You forfeit 40 credits/)).toBeInTheDocument();
      expect(dialog.getByText(/^Payment and credit records without your name/)).toBeInTheDocument();
      expect(dialog.queryByText(/encrypted until/)).not.toBeInTheDocument();
      await press('Keep my account');
      await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    });

    it('the dialog says what is kept sealed and until when, if the server keeps it', async () => {
      const sealed = { ...preview, sealedUntil: '2028-06-16T09:00:00.000Z' };
      const { dialog } = await openDialog({ 'GET /api/auth/account/closing': () => jsonResponse(sealed) });
      expect(
        await dialog.findByText(/^Your name, email address and sign-ins .* encrypted until 16 Jun 2028/),
      ).toBeInTheDocument();
    });

    it('the dialog says so if nothing is refunded', async () => {
      const nothing = { credits: 0, held: 0, refund: { credits: 0, amountPaise: 0 }, sealedUntil: null };
      const { dialog } = await openDialog({ 'GET /api/auth/account/closing': () => jsonResponse(nothing) });
      expect(await dialog.findByText(/^Nothing. You have no unused credits/)).toBeInTheDocument();
      expect(dialog.queryByText(/forfeit|holding/)).not.toBeInTheDocument();
    });

    it('the dialog works without a refund preview and reloads it on request', async () => {
      let isUp = false;
      const { dialog } = await openDialog({
        'GET /api/auth/account/closing': () =>
          isUp ? jsonResponse(preview) : errorResponse(400, 'validation_failed', 'no'),
      });
      expect(await dialog.findByText(/couldn’t calculate your refund right now/)).toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeEnabled();
      isUp = true;
      await press('Try again');
      expect(await dialog.findByText('₹859.14')).toBeInTheDocument();
    });

    it('a wrong password is shown on its field, other errors above it, and the session continues', async () => {
      const answers = [
        errorResponse(401, 'invalid_credentials', 'This password is incorrect. Nothing was deleted.'),
        errorResponse(429, 'too_many_attempts', 'Too many attempts. Please wait.'),
      ];
      const { session } = await openDialog({
        'DELETE /api/auth/account': () => answers.shift() ?? errorResponse(500, 'internal', 'no more'),
      });
      await press('Delete my account');
      expect(await screen.findByText('Password is required')).toBeInTheDocument();
      await confirm('not it');
      const field = screen.getByLabelText('Your password');
      await expect.poll(() => field).toHaveAccessibleDescription('This password is incorrect. Nothing was deleted.');
      expect(field).toHaveFocus();
      await press('Delete my account');
      expect(await screen.findByText('Too many attempts. Please wait.')).toBeInTheDocument();
      expect(session.getState().status).toBe('signed-in');
    });

    it('a started deletion ends the session', async () => {
      const { session, callsTo } = await openDialog({
        'DELETE /api/auth/account': () => jsonResponse({ message: 'Your account is being deleted.' }, { status: 202 }),
      });
      await confirm('correct horse');
      await expect.poll(session.getState).toMatchObject({ status: 'signed-out', isBeingDeleted: true, error: null });
      expect(callsTo('/api/auth/account')[0]?.body).toEqual({ password: 'correct horse' });
    });

    it('an account without a password is not asked for one', async () => {
      const { callsTo } = await openDialog({
        'GET /api/auth/access': () => jsonResponse({ ...ACCESS, hasPassword: false }),
        'DELETE /api/auth/account': () => jsonResponse({ message: 'Your account is being deleted.' }, { status: 202 }),
      });
      await expect.poll(() => screen.queryByLabelText('Your password')).toBeNull();
      await press('Delete my account');
      await expect.poll(() => callsTo('/api/auth/account')[0]?.body).toEqual({});
    });
  });

  it('the password is changed from the ways to sign in', async () => {
    await show(SignInPage);
    expect(await screen.findByRole('link', { name: 'Change password' })).toHaveAttribute('href', '/reset-password');
  });
});
