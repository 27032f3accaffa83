import { authCalls } from '@luit/contracts/auth/messages';
import type { BillingProfile } from '@luit/contracts/auth/users';
import { uuidv7 } from 'uuidv7';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('account updates [AUTH-38]', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const update = (userId: string, change: object) =>
    app.calls.call(authCalls.updateUser, { userId, ...change } as { userId: string; name?: string });

  it('a user can change only the name, the language and the billing profile [AUTH-40, G-05]', async () => {
    const { user } = await app.confirmed();
    const billingProfile: BillingProfile = { name: 'Ritu Studio', state: '18' };
    const more = {
      credits: 1_000,
      role: 'admin',
      status: 'blocked',
      email: 'x@example.com',
      user_metadata: { credits: 5 },
    };
    const changed = await update(user.id, { name: ' রিতু ', language: 'hi', billingProfile, ...more });
    expect(changed).toEqual({
      ...user,
      language: 'hi',
      billing_profile: billingProfile,
      user_metadata: { name: 'রিতু', credits: 0, status: 'active' },
    });
    expect(await update(user.id, {})).toEqual(changed);
    expect(await update(user.id, { billingProfile: null })).toEqual({
      ...user,
      language: 'hi',
      user_metadata: changed.user_metadata,
    });
  });

  it.each([
    ['Name is required', { name: ' ' }],
    ['Name is required', { name: 7 }],
    ['Name must be at most 200 characters', { name: 'a'.repeat(10_000) }],
    ['Name contains characters that cannot be used', { name: 'Ritu\u202e' }],
    ['Name contains characters that cannot be used', { name: 'Ri\0tu' }],
    ['Please choose one of the available languages', { language: 'xx' }],
    ['Please choose one of the available languages', { language: 7 }],
    ['Please choose a state', { billingProfile: { name: 'Ritu' } }],
    ['The billing profile is not valid', { billingProfile: [] }],
  ])('an invalid update is rejected with: %s', async (message, change) => {
    const { user } = await app.confirmed();
    await expect(update(user.id, change)).rejects.toMatchObject({ code: 'validation_failed', message });
    expect(await app.calls.call(authCalls.getUser, { userId: user.id })).toEqual(user);
  });

  it('an unknown user is rejected', async () => {
    await expect(update(uuidv7(), { name: 'Ritu' })).rejects.toMatchObject({ code: 'user_not_found' });
  });
});
