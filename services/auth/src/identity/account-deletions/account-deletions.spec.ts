import type { DeletionRequester } from '@luit/contracts/auth/account-deletion';
import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { backoff } from '@luit/platform/scheduling/backoff';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import {
  device,
  firstAdmin,
  password,
  startAuthTestApp,
  type AuthTestApp,
  unknownDevice,
} from '../../test/auth-test-app';
import { NEXT_STATE, type DeletionStep, STEP_RETRY } from './deletion-states';

const CLOSED = { code: 'account_closed', status: 403 };

/** Fakes the other services: records their calls in order and returns canned responses. */
class FakeServices {
  readonly calls: { call: string; userId: string }[] = [];
  /** Overrides the response of a call unless it returns undefined. */
  override: (call: string, userId: string) => unknown = () => undefined;

  handlers(...responses: [call: { name: string }, response: object][]) {
    return Object.fromEntries(
      responses.map(([{ name }, response]) => [
        name,
        ({ userId }: { userId: string }) => {
          this.calls.push({ call: name, userId });
          return this.override(name, userId) ?? response;
        },
      ]),
    );
  }

  callsFor(userId: string): string[] {
    return this.calls.filter((each) => each.userId === userId).map(({ call }) => call);
  }
}

describe('account deletion [G-49]', () => {
  let app: AuthTestApp;
  let fakes: { close(): Promise<void> }[];
  const services = new FakeServices();

  beforeAll(async () => {
    app = await startAuthTestApp();
    fakes = await Promise.all([
      startFakeService(
        'billing',
        app.redis.url,
        services.handlers(
          [billingCalls.freezeAccount, { held: 0 }],
          [billingCalls.refundUnusedCredits, { credits: 0, amountPaise: 0 }],
          [billingCalls.forfeitCredits, { forfeited: 0 }],
        ),
      ),
      startFakeService(
        'generation',
        app.redis.url,
        services.handlers(
          [generationCalls.cancelUserRequests, { unfinished: 0 }],
          [generationCalls.eraseRequests, { left: 0 }],
        ),
      ),
    ]);
  });

  afterEach(() => (services.override = () => undefined));

  afterAll(async () => {
    await app.close();
    await Promise.all(fakes.map((fake) => fake.close()));
  });

  const begin = (userId: string, by: DeletionRequester = { password, device }, wantsRefund = false) =>
    app.calls.call(authCalls.deleteAccount, { userId, by, wantsRefund });
  const deletionOf = async (userId: string) =>
    (
      await app.rows<{ state: string; attempts: number; last_error: string | null }>(
        'SELECT state, attempts, last_error FROM account_deletions WHERE user_id = $1',
        [userId],
      )
    )[0];
  const untilClosed = (userId: string) =>
    eventually(async () => expect(await deletionOf(userId)).toMatchObject({ state: 'closed' }));
  const signIn = (email: string, word = password) =>
    app.calls.call(authCalls.signIn, { email, password: word, device });
  const storedDataOf = async (userId: string) => {
    const stored: unknown[] = [await app.rows('SELECT * FROM users WHERE id = $1', [userId])];
    for (const table of ['sessions', 'mails', 'links', 'account_deletions']) {
      stored.push(await app.rows(`SELECT * FROM ${table} WHERE user_id = $1`, [userId]));
    }
    stored.push(await app.rows('SELECT * FROM trusted_devices WHERE owner_id = $1', [userId]));
    return JSON.stringify(stored);
  };
  const sendMails = async (userId: string) => {
    for (const { id } of await app.rows<{ id: string }>('SELECT id FROM mails WHERE user_id = $1', [userId])) {
      await app.calls.call(authCalls.markMailSent, { mailId: id });
    }
  };

  it('starting a deletion revokes every session and locks the owner out of every route', async () => {
    services.override = (call) => (call === generationCalls.cancelUserRequests.name ? { unfinished: 1 } : undefined);
    const first = await app.confirmed();
    const { email, id } = first.user;
    const second = await signIn(email);
    await app.calls.call(authCalls.requestPasswordReset, { email });
    const resetToken = await app.mailedToken(email, 'password_reset');
    const broadcasts = TestBroadcasts.connect(app.redis.url);
    const received: unknown[] = [];
    await broadcasts.subscribe(authBroadcasts.sessionsRevoked, (message) => void received.push(message));

    await begin(id);
    const ids = expect.arrayContaining([first.session_id, second.session_id]) as string[];
    await eventually(() => expect(received).toEqual([{ userId: id, sessionIds: ids, reason: 'account_closed' }]));
    await expect(signIn(email)).rejects.toMatchObject({
      ...CLOSED,
      message: 'This account is being deleted. We’ll email you when it’s done.',
    });
    await expect(signIn(email, 'a wrong guess')).rejects.toMatchObject({ code: 'invalid_credentials' });
    for (const { refresh_token } of [first, second]) {
      const refreshed = app.calls.call(authCalls.refresh, { refreshToken: refresh_token, device });
      await expect(refreshed).rejects.toMatchObject(CLOSED);
    }
    await expect(app.calls.call(authCalls.requestPasswordReset, { email })).rejects.toMatchObject(CLOSED);
    await expect(app.calls.call(authCalls.redeemPasswordReset, { token: resetToken, device })).rejects.toMatchObject({
      code: 'link_invalid_or_expired',
    });
    await expect(app.signUp(email)).rejects.toMatchObject(CLOSED);
    await expect(app.calls.call(authCalls.resendConfirmation, { email })).rejects.toMatchObject(CLOSED);
    await broadcasts.close();
  });

  it('a deletion calls every service in order, removes personal data and frees the address', async () => {
    const { user } = await app.confirmed(`Ritu.${uuidv7()}@Example.com`);
    const { email, id } = user;
    const otherUser = await app.confirmed();
    const before = await storedDataOf(otherUser.user.id);
    const billingProfile = { name: 'Ritu Studio', state: '18' };
    await app.calls.call(authCalls.updateUser, { userId: id, billingProfile });
    await begin(id);
    await untilClosed(id);
    expect(services.callsFor(id)).toEqual([
      billingCalls.freezeAccount.name,
      generationCalls.cancelUserRequests.name,
      generationCalls.cancelUserRequests.name,
      billingCalls.freezeAccount.name,
      billingCalls.forfeitCredits.name,
      generationCalls.eraseRequests.name,
    ]);

    const mails = await app.rows<{ kind: string; id: string }>('SELECT id, kind FROM mails WHERE user_id = $1', [id]);
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['account_deleted', 'account_deletion_started']);
    const last = mails.find(({ kind }) => kind === 'account_deleted');
    expect(await app.calls.call(authCalls.renderMail, { mailId: last?.id ?? '' })).toMatchObject({
      to: expect.stringMatching(/^Ritu\..*@Example\.com$/) as string,
      subject: 'Your Luit account has been deleted',
      text: expect.stringContaining('Your account has been deleted, Ritu Das') as string,
    });
    await sendMails(id);
    const stored = await storedDataOf(id);
    for (const word of ['ritu', 'example.com', device.ip, device.userAgent, 'Studio']) {
      expect(stored.toLowerCase()).not.toContain(word.toLowerCase());
    }
    expect(await app.calls.call(authCalls.getEmails, { userIds: [id] })).toEqual({ emails: {} });

    const recreated = await app.confirmed(email);
    expect(recreated.user.id).not.toBe(id);
    await signIn(email);
    await expect(begin(id)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await storedDataOf(otherUser.user.id)).toBe(before);
  });

  it('repeated and concurrent requests start one deletion', async () => {
    const { user } = await app.confirmed();
    services.override = (call) => (call === generationCalls.eraseRequests.name ? { left: 1 } : undefined);
    const results = await Promise.all([begin(user.id), begin(user.id), begin(user.id)]);
    expect([...results, await begin(user.id)]).toEqual([{}, {}, {}, {}]);
    expect((await app.mailsTo(user.email)).filter((kind) => kind === 'account_deletion_started')).toHaveLength(1);
    services.override = () => undefined;
    await untilClosed(user.id);
    expect((await app.mailsTo(user.email)).filter((kind) => kind === 'account_deleted')).toHaveLength(1);
  });

  it('a wrong password deletes nothing and counts as a sign-in attempt', async () => {
    const { user } = await app.confirmed();
    const guess = () => begin(user.id, { password: 'a wrong guess', device: unknownDevice });
    for (let i = 0; i < 5; i += 1) {
      await expect(guess()).rejects.toMatchObject({
        code: 'invalid_credentials',
        message: 'This password is incorrect. Nothing was deleted.',
      });
    }
    await app.prolongSignInDelays();
    await expect(guess()).rejects.toMatchObject({ code: 'too_many_attempts', status: 429 });
    const elsewhere = app.calls.call(authCalls.signIn, { email: user.email, password, device: unknownDevice });
    await expect(elsewhere).rejects.toMatchObject({ code: 'too_many_attempts' });
    await expect(begin(user.id, { password: '', device })).rejects.toMatchObject({ message: 'Password is required' });
    expect(await deletionOf(user.id)).toBeUndefined();
    await expect(begin(uuidv7())).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('an account without a password needs a recent sign-in instead, and one with a password its password', async () => {
    const { user } = await app.confirmed();
    const [session] = await app.rows<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [user.id]);
    const sessionId = session?.id ?? '';
    await expect(begin(user.id, { sessionId })).rejects.toMatchObject({ message: 'Password is required' });
    await app.rows('UPDATE users SET password_hash = NULL WHERE id = $1', [user.id]);
    await app.rows(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE id = $1`, [sessionId]);
    await expect(begin(user.id, { sessionId })).rejects.toMatchObject({ code: 'password_required' });
    await expect(begin(user.id, { sessionId: uuidv7() })).rejects.toMatchObject({ code: 'password_required' });
    await expect(begin(user.id)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await deletionOf(user.id)).toBeUndefined();
    await app.rows('UPDATE sessions SET authenticated_at = now() WHERE id = $1', [sessionId]);
    await begin(user.id, { sessionId });
    await untilClosed(user.id);
  });

  it('starting a deletion revokes the link to a data export', async () => {
    const { user } = await app.confirmed();
    await app.calls.call(authCalls.requestExport, { userId: user.id });
    const token = await app.mailedToken(user.email, 'export');
    expect((await app.calls.call(authCalls.readExport, { token })).account.id).toBe(user.id);
    await begin(user.id);
    await expect(app.calls.call(authCalls.readExport, { token })).rejects.toMatchObject({
      code: 'link_invalid_or_expired',
    });
  });

  it('an operator deletes a blocked or unconfirmed account without its password, and the audit log records it [G-36]', async () => {
    const [admin] = await app.rows<{ id: string }>('SELECT id FROM admins');
    const adminId = admin?.id ?? '';
    const blocked = (await app.confirmed()).user;
    await app.calls.call(authCalls.blockUser, { userId: blocked.id, adminId, reason: 'spam' });
    await expect(begin(blocked.id)).rejects.toMatchObject({ code: 'user_blocked' });
    const unconfirmed = await app.signUp();
    await expect(begin(blocked.id, { adminId: uuidv7(), reason: 'spam' })).rejects.toMatchObject({ code: 'forbidden' });
    for (const { id } of [blocked, unconfirmed]) {
      await begin(id, { adminId, reason: 'requested by letter' });
      await begin(id, { adminId, reason: 'again' });
      await expect(app.calls.call(authCalls.unblockUser, { userId: id, adminId })).rejects.toMatchObject(CLOSED);
      await untilClosed(id);
    }
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 100 });
    const deletions = entries.filter(({ action }) => action === 'user_closed');
    expect(deletions.map(({ subject }) => subject)).toEqual([unconfirmed.id, blocked.id]);
    expect(deletions[0]).toMatchObject({
      adminEmail: firstAdmin.email.toLowerCase(),
      details: { reason: 'requested by letter' },
    });
    expect((await app.confirmed(unconfirmed.email)).user.id).not.toBe(unconfirmed.id);
  });

  it('the test account goes through the same steps, and the deletion waits for its jobs', async () => {
    const { user } = await app.confirmed();
    const accountId = testAccountOf(user.id);
    let left = 1;
    services.override = (call, userId) => {
      const isAsked = userId === accountId && call === generationCalls.cancelUserRequests.name;
      return isAsked ? { unfinished: left } : undefined;
    };
    await begin(user.id);
    await eventually(async () => {
      const { attempts, state } = (await deletionOf(user.id)) ?? {};
      expect([state, (attempts ?? 0) > 0]).toEqual(['awaiting_holds', true]);
    });
    expect(services.callsFor(accountId)).not.toContain(generationCalls.eraseRequests.name);
    left = 0;
    await untilClosed(user.id);
    for (const call of [billingCalls.freezeAccount, billingCalls.forfeitCredits, generationCalls.eraseRequests]) {
      expect(services.callsFor(accountId)).toContain(call.name);
    }
  });

  it('a deletion waits for running jobs and held credits, with growing retry delays', async () => {
    const { user } = await app.confirmed();
    let held = 18;
    let unfinished = 1;
    services.override = (call, userId) => {
      if (userId !== user.id) return undefined;
      if (call === generationCalls.cancelUserRequests.name) return { unfinished };
      return call === billingCalls.freezeAccount.name ? { held } : undefined;
    };
    const waits = () =>
      eventually(async () => {
        const { attempts, state } = (await deletionOf(user.id)) ?? {};
        expect(state).toBe('awaiting_holds');
        expect(attempts).toBeGreaterThan(0);
      });
    await begin(user.id);
    await waits();
    unfinished = 0;
    await app.rows('UPDATE account_deletions SET attempts = 0, next_attempt_at = now() WHERE user_id = $1', [user.id]);
    await waits();
    expect(services.callsFor(user.id)).not.toContain(billingCalls.forfeitCredits.name);
    held = 0;
    await untilClosed(user.id);
    expect([0, 1, 4, 5, 60].map((attempts) => backoff(attempts, STEP_RETRY))).toEqual([
      500, 1_000, 8_000, 15_000, 15_000,
    ]);
  });

  it('a requested refund of unused credits precedes the forfeit of the rest', async () => {
    const { user } = await app.confirmed();
    await begin(user.id, { password, device }, true);
    await untilClosed(user.id);
    const calls = services.callsFor(user.id);
    expect(calls.indexOf(billingCalls.refundUnusedCredits.name)).toBe(
      calls.indexOf(billingCalls.forfeitCredits.name) - 1,
    );
  });

  const failing = [
    ['closing', billingCalls.freezeAccount.name],
    ['canceling_jobs', generationCalls.cancelUserRequests.name],
    ['awaiting_holds', generationCalls.cancelUserRequests.name],
    ['refunding', billingCalls.refundUnusedCredits.name],
    ['forfeiting_credits', billingCalls.forfeitCredits.name],
    ['deleting_files', generationCalls.eraseRequests.name],
  ] as const;

  it('a failed call in any step is retried, and the deletion continues', async () => {
    const failingCalls = new Map<string, (typeof failing)[number]>();
    services.override = (call, userId) => {
      const [step, name] = failingCalls.get(userId) ?? [];
      // The first call of that name belongs to another step.
      const isStep = step !== 'awaiting_holds' || services.callsFor(userId).filter((each) => each === name).length > 1;
      if (call === name && isStep) throw new LuitError('unavailable', 'Not now');
      return undefined;
    };
    for (const row of failing) {
      const { user } = await app.confirmed();
      failingCalls.set(user.id, row);
      await begin(user.id, { password, device }, true);
    }
    for (const [userId, [state]] of failingCalls)
      await eventually(async () => expect(await deletionOf(userId)).toMatchObject({ state, last_error: 'Not now' }));
    services.override = () => undefined;
    for (const userId of failingCalls.keys()) await untilClosed(userId);
  });

  it('after a crash between any step and its commit, a restarted process completes the deletion', async () => {
    const steps = Object.keys(NEXT_STATE) as DeletionStep[];
    const users = await Promise.all(steps.map(async () => (await app.confirmed()).user));
    for (const { id } of users) await begin(id, { password, device }, true);
    for (const { id } of users) await untilClosed(id);
    const calls = users.map(({ id }) => services.callsFor(id).length);
    await app.rows(
      `UPDATE account_deletions d SET state = crashed.step, closed_at = NULL, next_attempt_at = now() - interval '1 second'
         FROM unnest($1::uuid[], $2::text[]) AS crashed (user_id, step) WHERE d.user_id = crashed.user_id`,
      [users.map(({ id }) => id), steps],
    );
    await app.restart();
    for (const [index, { id, email }] of users.entries()) {
      await untilClosed(id);
      expect(services.callsFor(id).length).toBeGreaterThanOrEqual(calls[index]!);
      expect((await app.mailsTo(email)).filter((kind) => kind === 'account_deleted')).toHaveLength(1);
    }
  });

  it('a process that stops in the middle of a step leaves the step to the next process', async () => {
    const { user } = await app.confirmed();
    let finish: (value: object) => void = () => undefined;
    services.override = (call, userId) =>
      userId === user.id && call === billingCalls.forfeitCredits.name
        ? new Promise((resolve) => (finish = resolve))
        : undefined;
    await begin(user.id);
    await eventually(() => expect(services.callsFor(user.id)).toContain(billingCalls.forfeitCredits.name));
    const restarted = app.restart();
    services.override = () => undefined;
    finish({ forfeited: 0 });
    await restarted;
    await untilClosed(user.id);
  });
});
