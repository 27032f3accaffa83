import { MAX_SAVED_VIEWS, MAX_VIEW_NAME_CHARACTERS } from '@luit/contracts/auth/limits';
import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { uuidv7 } from 'uuidv7';
import { AnonymizationService } from '../account-deletions/anonymization.service';
import { type AuthTestApp, startAuthTestApp } from '../test/auth-test-app';

describe('saved views of operators', () => {
  let app: AuthTestApp;
  let owner: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    [{ id: owner } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });
  beforeEach(() => app.rows('DELETE FROM saved_views'));
  afterAll(() => app.close());

  const operator = async (role: OperatorRole) => {
    const id = uuidv7();
    await app.rows(`INSERT INTO admins (id, email, name, password_hash, role) VALUES ($1, $2, 'Ritu', '', $3)`, [
      id,
      `${role}-${id}@example.com`,
      role,
    ]);
    return id;
  };
  const create = (adminId: string, changes: object = {}) =>
    app.calls.call(authCalls.createSavedView, {
      ...{ adminId, list: 'jobs', name: 'Failed today', isShared: false },
      ...{ params: { status: 'failed', within: '24h', sort: '-age' } },
      ...changes,
    });
  const change = (adminId: string, viewId: string, changes: object) =>
    app.calls.call(authCalls.changeSavedView, { adminId, viewId, ...changes });
  const remove = (adminId: string, viewId: string) => app.calls.call(authCalls.deleteSavedView, { adminId, viewId });
  const list = async (adminId: string, name: 'jobs' | 'users' | 'mails' = 'jobs') =>
    (await app.calls.call(authCalls.listSavedViews, { adminId, list: name })).views;

  it('an operator finds their own views of a list by name, and changes and deletes them', async () => {
    const finance = await operator('finance');
    const one = await create(finance, { name: '  waiting ', params: { status: 'pending' } });
    const two = await create(finance);
    await create(finance, { list: 'users', params: { status: 'blocked' } });
    expect(two).toMatchObject({ isOwn: true, isShared: false, mayChange: true });
    expect(await list(finance)).toEqual([two, { ...one, name: 'waiting' }]);
    const renamed = await change(finance, one.id, { name: 'All waiting', params: { status: 'unfinished' } });
    expect(renamed).toEqual({ ...one, name: 'All waiting', params: { status: 'unfinished' } });
    await remove(finance, two.id);
    expect(await list(finance)).toEqual([renamed]);
    await expect(remove(finance, two.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('only the maker and owners see that they may change a shared view, and only they can', async () => {
    const [maker, other] = [await operator('operations'), await operator('read_only')];
    const secret = await create(maker, { name: 'My own' });
    const shared = await create(maker, { isShared: true });
    expect(await list(other)).toEqual([{ ...shared, isOwn: false, mayChange: false }]);
    expect(await list(owner)).toEqual([{ ...shared, isOwn: false, mayChange: true }]);
    expect(shared.maker).toMatch(/^operations-/);
    for (const attempt of [change(other, shared.id, { name: 'Mine' }), remove(other, shared.id)])
      await expect(attempt).rejects.toMatchObject({ code: 'forbidden' });
    for (const attempt of [change(owner, secret.id, { name: 'Mine' }), remove(owner, secret.id)])
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' });

    await change(owner, shared.id, { name: 'Failed jobs' });
    expect((await list(other)).map(({ name }) => name)).toEqual(['Failed jobs']);
    await change(maker, shared.id, { isShared: false });
    expect(await list(other)).toEqual([]);
    await change(maker, shared.id, { isShared: true });
    await remove(owner, shared.id);
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject: shared.id });
    const details = { list: 'jobs', maker: shared.maker };
    expect(entries.map((entry) => [entry.action, entry.adminId, entry.details])).toEqual([
      ['saved_view_deleted', owner, details],
      ['saved_view_changed', owner, details],
    ]);
  });

  it('views of a list that the role does not include are neither listed nor changed', async () => {
    const [maker, finance] = [await operator('support'), await operator('finance')];
    const view = await create(maker, { list: 'mails', params: { q: 'asha@example.com' }, isShared: true });
    for (const attempt of [list(finance, 'mails'), create(finance, { list: 'mails', params: { kind: 'confirm' } })])
      await expect(attempt).rejects.toMatchObject({ code: 'forbidden' });
    await app.rows(`UPDATE admins SET role = 'finance' WHERE id = $1`, [maker]);
    await expect(change(maker, view.id, { name: 'Other' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('names, filters and the number of views are limited', async () => {
    const maker = await operator('support');
    const view = await create(maker);
    const invalid = { code: 'validation_failed' };
    await expect(create(maker, { name: '   ' })).rejects.toMatchObject(invalid);
    await expect(create(maker, { name: 'a'.repeat(MAX_VIEW_NAME_CHARACTERS + 1) })).rejects.toMatchObject(invalid);
    await expect(create(maker, { name: 'b', params: { color: 'red' } })).rejects.toMatchObject(invalid);
    await expect(create(maker, { name: 'b', params: { sort: 'credits' } })).rejects.toMatchObject(invalid);
    await expect(create(maker, { name: 'b', list: 'alerts', params: { q: 'a' } })).rejects.toMatchObject(invalid);
    await expect(change(maker, view.id, { params: { color: 'red' } })).rejects.toMatchObject(invalid);
    await expect(create(maker, { name: 'FAILED TODAY' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(create(maker, { name: 'b', params: { q: 'a\0b' } })).rejects.toMatchObject(invalid);
    const second = await create(maker, { name: 'Second' });
    await expect(change(maker, second.id, { name: 'failed today' })).rejects.toMatchObject({ code: 'conflict' });

    await app.rows(
      `INSERT INTO saved_views (id, admin_id, list, name, params, is_shared)
       SELECT uuidv7(), $1, 'users', n::text, '{}', false FROM generate_series(5, $2) AS n`,
      [maker, MAX_SAVED_VIEWS],
    );
    const more = await Promise.allSettled([1, 2, 3, 4].map((n) => create(maker, { name: `View ${n}` })));
    const refused = more.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toEqual([1, 2].map(() => expect.objectContaining({ code: 'conflict' }) as unknown));
    expect((await list(maker)).length + (await list(maker, 'users')).length).toBe(MAX_SAVED_VIEWS);
  });

  it('a view with a filter that its list no longer has stays as it is until it is saved again', async () => {
    const view = await create(owner);
    await app.rows(`UPDATE saved_views SET params = '{"status": "failed", "color": "red"}'`);
    expect(await list(owner)).toMatchObject([{ params: { status: 'failed', color: 'red' } }]);
    expect(await change(owner, view.id, { name: 'Renamed' })).toMatchObject({ params: { color: 'red' } });
    expect(await change(owner, view.id, { params: { status: 'failed' } })).toMatchObject({
      params: { status: 'failed' },
    });
  });

  it('views that name a deleted account are deleted with it, whoever made them', async () => {
    const { user } = await app.confirmed(`asha.devi-${uuidv7().slice(-8)}@example.com`);
    const [localPart = ''] = user.email.split('@');
    const named = [
      { name: 'by id', params: { user: user.id } },
      { name: 'by address', params: { user: user.email } },
      { name: 'by search', list: 'users', params: { q: ` ${user.email.toUpperCase()} ` } },
      { name: 'by the start of the address', list: 'users', params: { q: localPart } },
      { name: `Jobs of ${user.email}` },
      { name: 'audit log', list: 'audit-log', params: { subject: user.id } },
    ];
    for (const view of named) await create(owner, { ...view, isShared: true });
    await create(owner, { name: 'by domain', list: 'users', params: { q: 'example.com' } });
    await create(owner, { name: 'other', params: { user: uuidv7() } });
    await create(owner, { name: 'short', list: 'users', params: { q: 'asha' } });
    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [user.id]);
    await app.resolve(AnonymizationService).anonymize(user.id);
    expect(await app.rows('SELECT name FROM saved_views ORDER BY 1')).toEqual([
      { name: 'by domain' },
      { name: 'other' },
      { name: 'short' },
    ]);
  });

  it('views with a search or a user are deleted after their retention, unless they are saved again', async () => {
    await create(owner, { name: 'search', params: { q: 'asha' } });
    await create(owner, { name: 'user', params: { user: uuidv7() } });
    const kept = await create(owner, { name: 'saved again', params: { q: 'asha' } });
    await create(owner, { name: 'no person' });
    await app.rows(`UPDATE saved_views SET updated_at = now() - interval '399 days'`);
    await app.resolve(RetentionCleaner).round();
    expect(await list(owner)).toHaveLength(4);
    await app.rows(`UPDATE saved_views SET updated_at = now() - interval '401 days'`);
    await change(owner, kept.id, { params: { q: 'asha' } });
    await app.resolve(RetentionCleaner).round();
    expect((await list(owner)).map(({ name }) => name)).toEqual(['no person', 'saved again']);
  });

  it('an unknown operator is rejected', async () => {
    await expect(list(uuidv7())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(create(uuidv7())).rejects.toMatchObject({ code: 'forbidden' });
  });
});
