import { authCalls, authNotices, type ClosingParty } from '@luit/contracts/auth';
import { billingCalls } from '@luit/contracts/billing';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation';
import { Notices } from '@luit/platform/notices';
import { closeRedis, connectRedis } from '@luit/platform/redis';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { device, firstAdmin, password, startStage, type Stage, strange } from '../test/stage';
import { NEXT_STATE, type ClosingStep, pauseAfter } from './closing-states';

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
  let stage: Stage;
  let fakes: { close(): Promise<void> }[];
  const others = new Others();

  beforeAll(async () => {
    stage = await startStage();
    fakes = await Promise.all([
      startFakeService(
        'billing',
        stage.redis.url,
        others.handlers(
          [billingCalls.closeAccount, { held: 0 }],
          [billingCalls.refundUnusedCredits, { credits: 0, amountPaise: 0 }],
          [billingCalls.lapseCredits, { lapsed: 0 }],
        ),
      ),
      startFakeService(
        'generation',
        stage.redis.url,
        others.handlers(
          [generationCalls.closeAccount, { unfinished: 0 }],
          [generationCalls.eraseRequests, { left: 0 }],
        ),
      ),
    ]);
  });

  afterEach(() => (others.interfere = () => undefined));

  afterAll(async () => {
    await stage.close();
    await Promise.all(fakes.map((fake) => fake.close()));
  });

  const begin = (userId: string, by: ClosingParty = { password, device }, wantsRefund = false) =>
    stage.calls.call(authCalls.closeAccount, { userId, by, wantsRefund });
  const closing = async (userId: string) =>
    (
      await stage.rows<{ state: string; looks: number; last_error: string | null }>(
        'SELECT state, looks, last_error FROM account_closings WHERE user_id = $1',
        [userId],
      )
    )[0];
  const untilClosed = (userId: string) =>
    eventually(async () => expect(await closing(userId)).toMatchObject({ state: 'closed' }));
  const signIn = (email: string, word = password) =>
    stage.calls.call(authCalls.signIn, { email, password: word, device });
  const everythingKeptOf = async (userId: string) => {
    const kept: unknown[] = [await stage.rows('SELECT * FROM users WHERE id = $1', [userId])];
    for (const table of ['sessions', 'mails', 'links', 'account_closings']) {
      kept.push(await stage.rows(`SELECT * FROM ${table} WHERE user_id = $1`, [userId]));
    }
    kept.push(await stage.rows('SELECT * FROM known_devices WHERE owner_id = $1', [userId]));
    return JSON.stringify(kept);
  };
  const sendMails = async (userId: string) => {
    for (const { id } of await stage.rows<{ id: string }>('SELECT id FROM mails WHERE user_id = $1', [userId])) {
      await stage.calls.call(authCalls.markMailSent, { mailId: id });
    }
  };

  it('ends every session and keeps the owner out with a clear text, everywhere', async () => {
    others.interfere = (call) => (call === generationCalls.closeAccount.name ? { unfinished: 1 } : undefined);
    const first = await stage.confirmed();
    const { email, id } = first.user;
    const second = await signIn(email);
    await stage.calls.call(authCalls.forgot, { email });
    const recovery = await stage.mailedToken(email, 'recover');
    const redis = connectRedis(stage.redis.url, 'test-notices');
    const notices = new Notices(redis, stage.redis.url, 'test');
    const told: unknown[] = [];
    await notices.subscribe(authNotices.sessionEnded, (notice) => void told.push(notice));

    await begin(id);
    const ids = expect.arrayContaining([first.session_id, second.session_id]) as string[];
    await eventually(() => expect(told).toEqual([{ userId: id, sessionIds: ids, reason: 'account_closed' }]));
    await expect(signIn(email)).rejects.toMatchObject({
      ...CLOSED,
      message: 'This account is being deleted. We mail you when it is done.',
    });
    await expect(signIn(email, 'a wrong guess')).rejects.toMatchObject({ code: 'invalid_credentials' });
    for (const { refresh_token } of [first, second]) {
      const refreshed = stage.calls.call(authCalls.refresh, { refreshToken: refresh_token, device });
      await expect(refreshed).rejects.toMatchObject(CLOSED);
    }
    await expect(stage.calls.call(authCalls.forgot, { email })).rejects.toMatchObject(CLOSED);
    await expect(stage.calls.call(authCalls.recover, { token: recovery, device })).rejects.toMatchObject({
      code: 'link_invalid_or_expired',
    });
    await expect(stage.signUp(email)).rejects.toMatchObject(CLOSED);
    await expect(stage.calls.call(authCalls.resend, { email })).rejects.toMatchObject(CLOSED);
    await notices.close();
    await closeRedis(redis);
  });

  it('goes through every service in order, forgets who it was, and frees the address', async () => {
    const { user } = await stage.confirmed(`Ritu.${uuidv7()}@Example.com`);
    const { email, id } = user;
    const neighbour = await stage.confirmed();
    const before = await everythingKeptOf(neighbour.user.id);
    const billingProfile = { name: 'Ritu Studio', state: '18' };
    await stage.calls.call(authCalls.updateUser, { userId: id, billingProfile });
    await begin(id);
    await untilClosed(id);
    expect(others.of(id)).toEqual([
      billingCalls.closeAccount.name,
      generationCalls.closeAccount.name,
      generationCalls.closeAccount.name,
      billingCalls.closeAccount.name,
      billingCalls.lapseCredits.name,
      generationCalls.eraseRequests.name,
    ]);

    const mails = await stage.rows<{ kind: string; id: string }>('SELECT id, kind FROM mails WHERE user_id = $1', [id]);
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['account_closed', 'account_closing']);
    const last = mails.find(({ kind }) => kind === 'account_closed');
    expect(await stage.calls.call(authCalls.renderMail, { mailId: last?.id ?? '' })).toMatchObject({
      to: expect.stringMatching(/^Ritu\..*@Example\.com$/) as string,
      subject: 'Your Luit account is deleted',
      text: expect.stringContaining('It is done, Ritu Das') as string,
    });
    await sendMails(id);
    const kept = await everythingKeptOf(id);
    for (const word of ['ritu', 'example.com', device.ip, device.userAgent, 'Studio']) {
      expect(kept.toLowerCase()).not.toContain(word.toLowerCase());
    }
    expect(await stage.calls.call(authCalls.getEmails, { userIds: [id] })).toEqual({ emails: {} });

    const anew = await stage.confirmed(email);
    expect(anew.user.id).not.toBe(id);
    await signIn(email);
    await expect(begin(id)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await everythingKeptOf(neighbour.user.id)).toBe(before);
  });

  it('asked twice, also at once, begins once', async () => {
    const { user } = await stage.confirmed();
    others.interfere = (call) => (call === generationCalls.eraseRequests.name ? { left: 1 } : undefined);
    const answers = await Promise.all([begin(user.id), begin(user.id), begin(user.id)]);
    expect([...answers, await begin(user.id)]).toEqual([{}, {}, {}, {}]);
    expect((await stage.mailsTo(user.email)).filter((kind) => kind === 'account_closing')).toHaveLength(1);
    others.interfere = () => undefined;
    await untilClosed(user.id);
    expect((await stage.mailsTo(user.email)).filter((kind) => kind === 'account_closed')).toHaveLength(1);
  });

  it('a wrong password deletes nothing, and counts as a try to sign in', async () => {
    const { user } = await stage.confirmed();
    const guess = () => begin(user.id, { password: 'a wrong guess', device: strange });
    for (let i = 0; i < 5; i += 1) {
      await expect(guess()).rejects.toMatchObject({
        code: 'invalid_credentials',
        message: 'This is not your password. Nothing was deleted.',
      });
    }
    await expect(guess()).rejects.toMatchObject({ code: 'too_many_attempts', status: 429 });
    const elsewhere = stage.calls.call(authCalls.signIn, { email: user.email, password, device: strange });
    await expect(elsewhere).rejects.toMatchObject({ code: 'too_many_attempts' });
    await expect(begin(user.id, { password: '', device })).rejects.toMatchObject({ message: 'Password is required' });
    expect(await closing(user.id)).toBeUndefined();
    await expect(begin(uuidv7())).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('the copy of an account may still be had until it is closed, and not later', async () => {
    const { user } = await stage.confirmed();
    await stage.calls.call(authCalls.requestExport, { userId: user.id });
    const token = await stage.mailedToken(user.email, 'export');
    expect((await stage.calls.call(authCalls.readExport, { token })).account.id).toBe(user.id);
    await begin(user.id);
    await expect(stage.calls.call(authCalls.readExport, { token })).rejects.toMatchObject({
      code: 'link_invalid_or_expired',
    });
  });

  it('G-36: an operator closes an account without its password, also a blocked or unconfirmed one, and is logged', async () => {
    const [admin] = await stage.rows<{ id: string }>('SELECT id FROM admins');
    const adminId = admin?.id ?? '';
    const blocked = (await stage.confirmed()).user;
    await stage.calls.call(authCalls.blockUser, { userId: blocked.id, adminId });
    await expect(begin(blocked.id)).rejects.toMatchObject({ code: 'user_blocked' });
    const unconfirmed = await stage.signUp();
    await expect(begin(blocked.id, { adminId: uuidv7() })).rejects.toMatchObject({ code: 'forbidden' });
    for (const { id } of [blocked, unconfirmed]) {
      await begin(id, { adminId, reason: 'asked by letter' });
      await begin(id, { adminId });
      await expect(stage.calls.call(authCalls.unblockUser, { userId: id, adminId })).rejects.toMatchObject(CLOSED);
      await untilClosed(id);
    }
    const { entries } = await stage.calls.call(authCalls.listAuditLog, { limit: 100 });
    const closings = entries.filter(({ action }) => action === 'user_closed');
    expect(closings.map(({ subject }) => subject)).toEqual([unconfirmed.id, blocked.id]);
    expect(closings[0]).toMatchObject({
      adminEmail: firstAdmin.email.toLowerCase(),
      details: { reason: 'asked by letter' },
    });
    expect((await stage.confirmed(unconfirmed.email)).user.id).not.toBe(unconfirmed.id);
  });

  it('waits while a job runs or credits are held, and asks ever more rarely', async () => {
    const { user } = await stage.confirmed();
    let held = 18;
    let unfinished = 1;
    others.interfere = (call, userId) => {
      if (userId !== user.id) return undefined;
      if (call === generationCalls.closeAccount.name) return { unfinished };
      return call === billingCalls.closeAccount.name ? { held } : undefined;
    };
    const waits = () =>
      eventually(async () => {
        const { looks, state } = (await closing(user.id)) ?? {};
        expect(state).toBe('awaiting_holds');
        expect(looks).toBeGreaterThan(0);
      });
    await begin(user.id);
    await waits();
    unfinished = 0;
    await stage.rows('UPDATE account_closings SET looks = 0, next_look_at = now() WHERE user_id = $1', [user.id]);
    await waits();
    expect(others.of(user.id)).not.toContain(billingCalls.lapseCredits.name);
    held = 0;
    await untilClosed(user.id);
    expect([0, 1, 4, 5, 60].map(pauseAfter)).toEqual([500, 1_000, 8_000, 15_000, 15_000]);
  });

  it('gives unused credits back where that is wished, before the rest lapses', async () => {
    const { user } = await stage.confirmed();
    await begin(user.id, { password, device }, true);
    await untilClosed(user.id);
    const asked = others.of(user.id);
    expect(asked.indexOf(billingCalls.refundUnusedCredits.name)).toBe(
      asked.indexOf(billingCalls.lapseCredits.name) - 1,
    );
  });

  const failing = [
    ['closing', billingCalls.closeAccount.name],
    ['canceling_jobs', generationCalls.closeAccount.name],
    ['awaiting_holds', generationCalls.closeAccount.name],
    ['refunding', billingCalls.refundUnusedCredits.name],
    ['lapsing', billingCalls.lapseCredits.name],
    ['deleting_files', generationCalls.eraseRequests.name],
  ] as const;

  it.each(failing)('in the step %s a call that fails is made again, and the closing goes on', async (step, name) => {
    const { user } = await stage.confirmed();
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

  it.each(Object.keys(NEXT_STATE) as ClosingStep[])(
    'a process that died after the step %s, before it was noted, is followed by one that goes on',
    async (step) => {
      const { user } = await stage.confirmed();
      await begin(user.id, { password, device }, true);
      await untilClosed(user.id);
      const asked = others.of(user.id).length;
      await stage.rows(
        `UPDATE account_closings SET state = $2, closed_at = NULL, next_look_at = now() - interval '1 second'
          WHERE user_id = $1`,
        [user.id, step],
      );
      await stage.restart();
      await untilClosed(user.id);
      expect(others.of(user.id).length).toBeGreaterThanOrEqual(asked);
      expect((await stage.mailsTo(user.email)).filter((kind) => kind === 'account_closed')).toHaveLength(1);
    },
  );

  it('a process that is stopped in the middle of a step leaves it to the next', async () => {
    const { user } = await stage.confirmed();
    let finish: (value: object) => void = () => undefined;
    others.interfere = (call, userId) =>
      userId === user.id && call === billingCalls.lapseCredits.name
        ? new Promise((resolve) => (finish = resolve))
        : undefined;
    await begin(user.id);
    await eventually(() => expect(others.of(user.id)).toContain(billingCalls.lapseCredits.name));
    const restarted = stage.restart();
    others.interfere = () => undefined;
    finish({ lapsed: 0 });
    await restarted;
    await untilClosed(user.id);
  });
});
