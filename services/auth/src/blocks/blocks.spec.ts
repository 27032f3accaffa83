import { authCalls, authNotices } from '@luit/contracts/auth';
import { Notices } from '@luit/platform/notices';
import { closeRedis, connectRedis } from '@luit/platform/redis';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { device, password, startStage, type Stage } from '../test/stage';

describe('blocking', () => {
  let stage: Stage;
  let adminId: string;

  beforeAll(async () => {
    stage = await startStage();
    [{ id: adminId } = { id: '' }] = await stage.rows<{ id: string }>('SELECT id FROM admins');
  });

  afterAll(() => stage.close());

  const block = (userId: string, by = adminId) =>
    stage.calls.call(authCalls.blockUser, { userId, adminId: by, reason: 'spam' });
  const entries = async () => (await stage.calls.call(authCalls.listAuditLog, { limit: 100 })).entries;

  it('ends every session, tells the gateways, keeps the user out, and is undone by unblocking', async () => {
    const first = await stage.confirmed();
    const { email, id } = first.user;
    const second = await stage.calls.call(authCalls.signIn, { email, password, device });
    const redis = connectRedis(stage.redis.url, 'test-notices');
    const notices = new Notices(redis, stage.redis.url, 'test');
    const told: unknown[] = [];
    await notices.subscribe(authNotices.sessionEnded, (notice) => void told.push(notice));

    expect((await block(id)).user_metadata.status).toBe('blocked');
    expect((await block(id)).user_metadata.status).toBe('blocked');
    const ids = expect.arrayContaining([first.session_id, second.session_id]) as string[];
    // The second is for gateways that missed the first: it ends no session, and links to files once more.
    const again = { userId: id, sessionIds: [], reason: 'blocked' };
    await eventually(() => expect(told).toEqual([{ ...again, sessionIds: ids }, again]));
    const shut = () => stage.calls.call(authCalls.listShutAccounts, { userIds: [id, adminId, uuidv7()] });
    expect(await shut()).toEqual({ userIds: [id] });
    const { sessions } = await stage.calls.call(authCalls.listEndedSessions, { withinSeconds: 960 });
    expect(sessions).toContainEqual({ id: first.session_id, userId: id, reason: 'blocked' });

    const refused = { code: 'user_blocked', status: 403 };
    await expect(stage.calls.call(authCalls.signIn, { email, password, device })).rejects.toMatchObject(refused);
    for (const { refresh_token } of [first, second]) {
      const refresh = { refreshToken: refresh_token, device };
      await expect(stage.calls.call(authCalls.refresh, refresh)).rejects.toMatchObject(refused);
    }
    await stage.calls.call(authCalls.forgot, { email });
    const token = await stage.mailedToken(email, 'recover');
    await expect(stage.calls.call(authCalls.recover, { token, device })).rejects.toMatchObject(refused);

    const change = { userId: id, adminId };
    expect((await stage.calls.call(authCalls.unblockUser, change)).user_metadata.status).toBe('active');
    await stage.calls.call(authCalls.unblockUser, change);
    await stage.calls.call(authCalls.signIn, { email, password, device });
    expect(await shut()).toEqual({ userIds: [] });
    const late = { refreshToken: first.refresh_token, device };
    await expect(stage.calls.call(authCalls.refresh, late)).rejects.toMatchObject({ code: 'unauthorized' });
    const own = (await entries()).filter((entry) => entry.subject === id);
    expect(own).toMatchObject([
      { action: 'user_unblocked', adminId, adminEmail: 'admin@example.com', details: {} },
      { action: 'user_blocked', adminId, adminEmail: 'admin@example.com', details: { reason: 'spam' } },
    ]);
    await notices.close();
    await closeRedis(redis);
  });

  it('takes a known operator and a known user', async () => {
    const { user } = await stage.confirmed();
    await expect(block(user.id, uuidv7())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(block(uuidv7())).rejects.toMatchObject({ code: 'user_not_found' });
  });
});
