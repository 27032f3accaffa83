import type { DeletionRequester } from '@luit/contracts/auth/account-deletion';
import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { device, firstAdmin, password, startAuthTestApp, type AuthTestApp, unknownDevice } from '../test/auth-test-app';
import { NEXT_STATE, type DeletionStep, retryDelayMs } from './deletion-states';

const CLOSED = { code: 'account_closed', status: 403 };

/** What the other services answer, and what they were asked, in order. */
class Others {
  readonly asked: { call: string; userId: string }[] = [];
  /** Takes the place of an answer where it answers something. */
  interfere: (call: string, userId: string) => unknown = () => undefined;

  handlers(...answers: [call: { name: string }, answer: object][]) {
    return Object.fromEntries(
      answers.map(([{ name }, answer]) => [
        name,
        ({ userId }: { userId: string }) => {
          this.asked.push({ call: name, userId });
          return this.interfere(name, userId) ?? answer;
        },
      ]),
    );
  }

  of(userId: string): string[] {
    return this.asked.filter((each) => each.userId === userId).map(({ call }) => call);
  }
}

describe('G-49: closing an account', () => {
  let app: AuthTestApp;
  let fakes: { close(): Promise<void> }[];
  const others = new Others();

  beforeAll(async () => {
    app = await startAuthTestApp();
    fakes = await Promise.all([
      startFakeService(
        'billing',
        app.redis.url,
        others.handlers(
          [billingCalls.freezeAccount, { held: 0 }],
          [billingCalls.refundUnusedCredits, { credits: 0, amountPaise: 0 }],
          [billingCalls.forfeitCredits, { forfeited: 0 }],
        ),
      ),
      startFakeService(
        'generation',
        app.redis.url,
        others.handlers(
          [generationCalls.cancelUserRequests, { unfinished: 0 }],
          [generationCalls.eraseRequests, { left: 0 }],
        ),
      ),
    ]);
  });

  afterEach(() => (others.interfere = () => undefined));

  afterAll(async () => {
    await app.close();
    await Promise.all(fakes.map((fake) => fake.close()));
  });

  const begin = (userId: string, by: DeletionRequester = { password, device }, wantsRefund = false) =>
    app.calls.call(authCalls.deleteAccount, { userId, by, wantsRefund });
  const closing = async (userId: string) =>
    (
      await app.rows<{ state: string; attempts: number; last_error: string | null }>(
        'SELECT state, attempts, last_error FROM account_deletions WHERE user_id = $1',
        [userId],
      )
    )[0];
  const untilClosed = (userId: string) =>
    eventually(async () => expect(await closing(userId)).toMatchObject({ state: 'closed' }));
  const signIn = (email: string, word = password) =>
    app.calls.call(authCalls.signIn, { email, password: word, device });
  const everythingKeptOf = async (userId: string) => {
    const kept: unknown[] = [await app.rows('SELECT * FROM users WHERE id = $1', [userId])];
    for (const table of ['sessions', 'mails', 'links', 'account_deletions']) {
      kept.push(await app.rows(`SELECT * FROM ${table} WHERE user_id = $1`, [userId]));
    }
    kept.push(await app.rows('SELECT * FROM trusted_devices WHERE owner_id = $1', [userId]));
    return JSON.stringify(kept);
  };
  const sendMails = async (userId: string) => {
    for (const { id } of await app.rows<{ id: string }>('SELECT id FROM mails WHERE user_id = $1', [userId])) {
      await app.calls.call(authCalls.markMailSent, { mailId: id });
    }
  };

  it('ends every session and keeps the owner out with a clear text, everywhere', async () => {
    others.interfere = (call) => (call === generationCalls.cancelUserRequests.name ? { unfinished: 1 } : undefined);
    const first = await app.confirmed();
    const { email, id } = first.user;
    const second = await signIn(email);
    await app.calls.call(authCalls.requestPasswordReset, { email });
    const recovery = await app.mailedToken(email, 'password_reset');
    const redis = connectRedis(app.redis.url, 'test-broadcasts');
    const broadcasts = new Broadcasts(redis, app.redis.url, 'test');
    const told: unknown[] = [];
    await broadcasts.subscribe(authBroadcasts.sessionsRevoked, (notice) => void told.push(notice));

    await begin(id);
    const ids = expect.arrayContaining([first.session_id, second.session_id]) as string[];
    await eventually(() => expect(told).toEqual([{ userId: id, sessionIds: ids, reason: 'account_closed' }]));
    await expect(signIn(email)).rejects.toMatchObject({
      ...CLOSED,
      message: 'This account is being deleted. We mail you when it is done.',
    });
    await expect(signIn(email, 'a wrong guess')).rejects.toMatchObject({ code: 'invalid_credentials' });
    for (const { refresh_token } of [first, second]) {
      const refreshed = app.calls.call(authCalls.refresh, { refreshToken: refresh_token, device });
      await expect(refreshed).rejects.toMatchObject(CLOSED);
    }
    await expect(app.calls.call(authCalls.requestPasswordReset, { email })).rejects.toMatchObject(CLOSED);
    await expect(app.calls.call(authCalls.redeemPasswordReset, { token: recovery, device })).rejects.toMatchObject({
      code: 'link_invalid_or_expired',
    });
    await expect(app.signUp(email)).rejects.toMatchObject(CLOSED);
    await expect(app.calls.call(authCalls.resendConfirmation, { email })).rejects.toMatchObject(CLOSED);
    await broadcasts.close();
    await closeRedis(redis);
  });

  it('goes through every service in order, forgets who it was, and frees the address', async () => {
    const { user } = await app.confirmed(`Ritu.${uuidv7()}@Example.com`);
    const { email, id } = user;
    const neighbour = await app.confirmed();
    const before = await everythingKeptOf(neighbour.user.id);
    const billingProfile = { name: 'Ritu Studio', state: '18' };
    await app.calls.call(authCalls.updateUser, { userId: id, billingProfile });
    await begin(id);
    await untilClosed(id);
    expect(others.of(id)).toEqual([
      billingCalls.freezeAccount.name,
      generationCalls.cancelUserRequests.name,
      generationCalls.cancelUserRequests.name,
      billingCalls.freezeAccount.name,
      billingCalls.forfeitCredits.name,
      generationCalls.eraseRequests.name,
    ]);

    const mails = await app.rows<{ kind: string; id: string }>('SELECT id, kind FROM mails WHERE user_id = $1', [id]);
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['account_closed', 'account_deletion_started']);
    const last = mails.find(({ kind }) => kind === 'account_closed');
    expect(await app.calls.call(authCalls.renderMail, { mailId: last?.id ?? '' })).toMatchObject({
      to: expect.stringMatching(/^Ritu\..*@Example\.com$/) as string,
      subject: 'Your Luit account is deleted',
      text: expect.stringContaining('It is done, Ritu Das') as string,
    });
    await sendMails(id);
    const kept = await everythingKeptOf(id);
    for (const word of ['ritu', 'example.com', device.ip, device.userAgent, 'Studio']) {
      expect(kept.toLowerCase()).not.toContain(word.toLowerCase());
    }
    expect(await app.calls.call(authCalls.getEmails, { userIds: [id] })).toEqual({ emails: {} });

    const anew = await app.confirmed(email);
    expect(anew.user.id).not.toBe(id);
    await signIn(email);
    await expect(begin(id)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await everythingKeptOf(neighbour.user.id)).toBe(before);
  });

  it('asked twice, also at once, begins once', async () => {
    const { user } = await app.confirmed();
    others.interfere = (call) => (call === generationCalls.eraseRequests.name ? { left: 1 } : undefined);
    const answers = await Promise.all([begin(user.id), begin(user.id), begin(user.id)]);
    expect([...answers, await begin(user.id)]).toEqual([{}, {}, {}, {}]);
    expect((await app.mailsTo(user.email)).filter((kind) => kind === 'account_deletion_started')).toHaveLength(1);
    others.interfere = () => undefined;
    await untilClosed(user.id);
    expect((await app.mailsTo(user.email)).filter((kind) => kind === 'account_closed')).toHaveLength(1);
  });

  it('a wrong password deletes nothing, and counts as a try to sign in', async () => {
    const { user } = await app.confirmed();
    const guess = () => begin(user.id, { password: 'a wrong guess', device: unknownDevice });
    for (let i = 0; i < 5; i += 1) {
      await expect(guess()).rejects.toMatchObject({
        code: 'invalid_credentials',
        message: 'This is not your password. Nothing was deleted.',
      });
    }
    await expect(guess()).rejects.toMatchObject({ code: 'too_many_attempts', status: 429 });
    const elsewhere = app.calls.call(authCalls.signIn, { email: user.email, password, device: unknownDevice });
    await expect(elsewhere).rejects.toMatchObject({ code: 'too_many_attempts' });
    await expect(begin(user.id, { password: '', device })).rejects.toMatchObject({ message: 'Password is required' });
    expect(await closing(user.id)).toBeUndefined();
    await expect(begin(uuidv7())).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('the copy of an account may still be had until it is closed, and not later', async () => {
    const { user } = await app.confirmed();
    await app.calls.call(authCalls.requestExport, { userId: user.id });
    const token = await app.mailedToken(user.email, 'export');
    expect((await app.calls.call(authCalls.readExport, { token })).account.id).toBe(user.id);
    await begin(user.id);
    await expect(app.calls.call(authCalls.readExport, { token })).rejects.toMatchObject({
      code: 'link_invalid_or_expired',
    });
  });

  it('G-36: an operator closes an account without its password, also a blocked or unconfirmed one, and is logged', async () => {
    const [admin] = await app.rows<{ id: string }>('SELECT id FROM admins');
    const adminId = admin?.id ?? '';
    const blocked = (await app.confirmed()).user;
    await app.calls.call(authCalls.blockUser, { userId: blocked.id, adminId });
    await expect(begin(blocked.id)).rejects.toMatchObject({ code: 'user_blocked' });
    const unconfirmed = await app.signUp();
    await expect(begin(blocked.id, { adminId: uuidv7() })).rejects.toMatchObject({ code: 'forbidden' });
    for (const { id } of [blocked, unconfirmed]) {
      await begin(id, { adminId, reason: 'asked by letter' });
      await begin(id, { adminId });
      await expect(app.calls.call(authCalls.unblockUser, { userId: id, adminId })).rejects.toMatchObject(CLOSED);
      await untilClosed(id);
    }
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 100 });
    const deletions = entries.filter(({ action }) => action === 'user_closed');
    expect(deletions.map(({ subject }) => subject)).toEqual([unconfirmed.id, blocked.id]);
    expect(deletions[0]).toMatchObject({
      adminEmail: firstAdmin.email.toLowerCase(),
      details: { reason: 'asked by letter' },
    });
    expect((await app.confirmed(unconfirmed.email)).user.id).not.toBe(unconfirmed.id);
  });

  it('waits while a job runs or credits are held, and asks ever more rarely', async () => {
    const { user } = await app.confirmed();
    let held = 18;
    let unfinished = 1;
    others.interfere = (call, userId) => {
      if (userId !== user.id) return undefined;
      if (call === generationCalls.cancelUserRequests.name) return { unfinished };
      return call === billingCalls.freezeAccount.name ? { held } : undefined;
    };
    const waits = () =>
      eventually(async () => {
        const { attempts, state } = (await closing(user.id)) ?? {};
        expect(state).toBe('awaiting_holds');
        expect(attempts).toBeGreaterThan(0);
      });
    await begin(user.id);
    await waits();
    unfinished = 0;
    await app.rows('UPDATE account_deletions SET attempts = 0, next_attempt_at = now() WHERE user_id = $1', [user.id]);
    await waits();
    expect(others.of(user.id)).not.toContain(billingCalls.forfeitCredits.name);
    held = 0;
    await untilClosed(user.id);
    expect([0, 1, 4, 5, 60].map(retryDelayMs)).toEqual([500, 1_000, 8_000, 15_000, 15_000]);
  });

  it('gives unused credits back where that is wished, before the rest lapses', async () => {
    const { user } = await app.confirmed();
    await begin(user.id, { password, device }, true);
    await untilClosed(user.id);
    const asked = others.of(user.id);
    expect(asked.indexOf(billingCalls.refundUnusedCredits.name)).toBe(
      asked.indexOf(billingCalls.forfeitCredits.name) - 1,
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

  it.each(failing)('in the step %s a call that fails is made again, and the closing goes on', async (step, name) => {
    const { user } = await app.confirmed();
    others.interfere = (call, userId) => {
      // The first call of that name is another step's.
      const isStep = step !== 'awaiting_holds' || others.of(userId).filter((each) => each === name).length > 1;
      if (userId === user.id && call === name && isStep) throw new LuitError('unavailable', 'Not now');
      return undefined;
    };
    await begin(user.id, { password, device }, true);
    await eventually(async () => expect(await closing(user.id)).toMatchObject({ state: step, last_error: 'Not now' }));
    others.interfere = () => undefined;
    await untilClosed(user.id);
  });

  it.each(Object.keys(NEXT_STATE) as DeletionStep[])(
    'a process that died after the step %s, before it was noted, is followed by one that goes on',
    async (step) => {
      const { user } = await app.confirmed();
      await begin(user.id, { password, device }, true);
      await untilClosed(user.id);
      const asked = others.of(user.id).length;
      await app.rows(
        `UPDATE account_deletions SET state = $2, closed_at = NULL, next_attempt_at = now() - interval '1 second'
          WHERE user_id = $1`,
        [user.id, step],
      );
      await app.restart();
      await untilClosed(user.id);
      expect(others.of(user.id).length).toBeGreaterThanOrEqual(asked);
      expect((await app.mailsTo(user.email)).filter((kind) => kind === 'account_closed')).toHaveLength(1);
    },
  );

  it('a process that is stopped in the middle of a step leaves it to the next', async () => {
    const { user } = await app.confirmed();
    let finish: (value: object) => void = () => undefined;
    others.interfere = (call, userId) =>
      userId === user.id && call === billingCalls.forfeitCredits.name
        ? new Promise((resolve) => (finish = resolve))
        : undefined;
    await begin(user.id);
    await eventually(() => expect(others.of(user.id)).toContain(billingCalls.forfeitCredits.name));
    const restarted = app.restart();
    others.interfere = () => undefined;
    finish({ forfeited: 0 });
    await restarted;
    await untilClosed(user.id);
  });
});
