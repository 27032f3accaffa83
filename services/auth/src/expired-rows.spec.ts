import { authCalls } from '@luit/contracts/auth/messages';
import { findWrongDeclarations } from '@luit/platform/testing/column-declarations';
import { tablesWithoutRetention } from '@luit/platform/testing/retention';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { type AuthTestApp, device, startAuthTestApp } from './test/auth-test-app';

/** Moves a row into the past: ids contain the time at which they were made. */
const aged = (column: string, days: number): string =>
  `(overlay(${column}::text PLACING substr(uuidv7(interval '-${days} days')::text, 1, 13) FROM 1 FOR 13))::uuid`;

describe('retention in auth', () => {
  let app: AuthTestApp;
  beforeAll(async () => (app = await startAuthTestApp()));
  afterAll(() => app.close());

  const clean = () => app.resolve(RetentionCleaner).round();
  const ids = async (table: string, userId: string) =>
    (await app.rows<{ id: string }>(`SELECT id FROM ${table} WHERE user_id = $1`, [userId])).map(({ id }) => id);
  const tokensOf = async (userId: string) =>
    (
      await app.rows<{ used: boolean }>(
        `SELECT used_at IS NOT NULL AS used FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
          WHERE s.user_id = $1 ORDER BY t.id`,
        [userId],
      )
    ).map(({ used }) => used);

  it('a session keeps working after the tokens that it no longer uses were deleted', async () => {
    const first = await app.confirmed();
    const next = await app.calls.call(authCalls.refresh, { refreshToken: first.refresh_token, device });
    const userId = first.user.id;
    expect(await tokensOf(userId)).toEqual([true, false]);
    await app.rows(
      `WITH parent AS (SELECT id FROM refresh_tokens WHERE token_hash IN (
         SELECT token_hash FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE s.user_id = $1 AND t.used_at IS NOT NULL)),
       child AS (UPDATE refresh_tokens SET parent_id = NULL WHERE parent_id IN (SELECT id FROM parent))
       UPDATE refresh_tokens SET id = ${aged('id', 61)} WHERE id IN (SELECT id FROM parent)`,
      [userId],
    );
    await clean();
    expect(await tokensOf(userId)).toEqual([false]);
    await app.calls.call(authCalls.refresh, { refreshToken: next.refresh_token, device });
    expect(await tokensOf(userId)).toEqual([true, false]);
  });

  it('deleting a token that was exchanged leaves the token that replaced it', async () => {
    const first = await app.confirmed();
    await app.calls.call(authCalls.refresh, { refreshToken: first.refresh_token, device });
    await app.rows(
      `DELETE FROM refresh_tokens t USING sessions s WHERE s.id = t.session_id AND s.user_id = $1 AND t.used_at IS NOT NULL`,
      [first.user.id],
    );
    expect(await tokensOf(first.user.id)).toEqual([false]);
  });

  it('sessions that ended, mails, links and devices are deleted after their retention, and not before', async () => {
    const { user } = await app.confirmed();
    const userId = user.id;
    await app.rows(`DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)`, [
      userId,
    ]);
    const age = async (days: number) => {
      await app.rows(
        `UPDATE sessions SET id = ${aged('id', days)}, last_used_at = now() - $2 * interval '1 day' WHERE user_id = $1`,
        [userId, days],
      );
      await app.rows(
        `UPDATE mails SET link_id = NULL, id = ${aged('id', days)}, created_at = now() - $2 * interval '1 day' WHERE user_id = $1`,
        [userId, days],
      );
      await app.rows(`UPDATE links SET id = ${aged('id', days)} WHERE user_id = $1`, [userId]);
      await app.rows(`UPDATE trusted_devices SET last_seen_at = now() - $2 * interval '1 day' WHERE owner_id = $1`, [
        userId,
        days,
      ]);
      await clean();
      const [devices] = await app.rows<{ n: number }>(
        `SELECT count(*)::int AS n FROM trusted_devices WHERE owner_id = $1`,
        [userId],
      );
      const found = await Promise.all(['sessions', 'mails', 'links'].map((table) => ids(table, userId)));
      return [...found.map(({ length }) => length), devices?.n];
    };
    const all = await age(0);
    expect(Math.min(...(all as number[]))).toBeGreaterThan(0);
    expect(await age(179)).toEqual(all);
    expect(await age(181)).toEqual([all[0], 0, 0, all[3]]);
    expect(await age(399)).toEqual([all[0], 0, 0, all[3]]);
    expect(await age(401)).toEqual([0, 0, 0, 0]);
  });

  it('a session that is still used stays, however old it is', async () => {
    const { user } = await app.confirmed();
    await app.rows(`DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)`, [
      user.id,
    ]);
    await app.rows(`UPDATE sessions SET id = ${aged('id', 500)} WHERE user_id = $1`, [user.id]);
    await clean();
    expect(await ids('sessions', user.id)).toHaveLength(1);
  });

  it('messages without an answer and open alerts stay; answered and closed ones are deleted', async () => {
    await app.rows(
      `INSERT INTO contact_messages (id, name, email, subject, message, answered_at, answered_by)
       SELECT uuidv7(interval '-500 days'), 'Asha', 'asha@example.com', 'general', 'Hello', answered, CASE WHEN answered IS NOT NULL THEN 'o@example.com' END
         FROM (VALUES (NULL::timestamptz), (now() - interval '399 days'), (now() - interval '401 days')) AS v (answered)`,
    );
    await app.rows(
      `INSERT INTO alerts (id, source, kind, subject, summary, action, severity, opened_at, closed_at)
       SELECT uuidv7(interval '-500 days'), 'test', 'kind', n::text, '', '', 'warning', now(), closed
         FROM (VALUES (1, NULL::timestamptz), (2, now() - interval '401 days')) AS v (n, closed)`,
    );
    await clean();
    const left = async (table: string) =>
      (await app.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;
    expect([await left('contact_messages'), await left("alerts WHERE source = 'test'")]).toEqual([2, 1]);
  });

  it('addresses of reporters are removed 180 days after the decision, and the reports stay', async () => {
    await app.rows(
      `INSERT INTO content_reports (id, number, kind, target, text, email, received_at, due_at, state, answer, decided_at, decided_by)
       SELECT gen_random_uuid(), n, 'order', 'a', 'b', n || '@example.com', now() - interval '500 days', now(), state, text, decided, text
         FROM (VALUES ('open', 'open', NULL, NULL::timestamptz), ('179', 'rejected', '-', now() - interval '179 days'),
                      ('181', 'rejected', '-', now() - interval '181 days')) AS v (n, state, text, decided)`,
    );
    await clean();
    expect(await app.rows('SELECT number, email FROM content_reports ORDER BY number')).toEqual([
      { number: '179', email: '179@example.com' },
      { number: '181', email: null },
      { number: 'open', email: 'open@example.com' },
    ]);
  });

  it('a preview of incident mails is deleted with its addresses after a day, unless its mails were queued', async () => {
    await app.rows(
      `WITH mailing AS (
         INSERT INTO incident_mailings (id, admin_id, selection, returned_credits, unreachable_jobs, subject, text, reason, queued_at)
         SELECT uuidv7(v.age), a.id, v.name, 0, 0, v.text, v.text, v.text, CASE WHEN v.text IS NOT NULL THEN now() END
           FROM admins a, (VALUES ('new', interval '-23 hours', NULL), ('unused', interval '-25 hours', NULL),
                                  ('queued', interval '-25 hours', 'text')) AS v (name, age, text) RETURNING id, selection)
       INSERT INTO incident_recipients (mailing_id, email, request_ids, credits)
       SELECT id, selection || '@example.com', '{}', 0 FROM mailing`,
    );
    await clean();
    expect(await app.rows('SELECT selection FROM incident_mailings ORDER BY 1')).toEqual([
      { selection: 'new' },
      { selection: 'queued' },
    ]);
    expect(await app.rows('SELECT email FROM incident_recipients ORDER BY 1')).toEqual([
      { email: 'new@example.com' },
      { email: 'queued@example.com' },
    ]);
  });

  it('each table of auth and of the audit log has a retention, or a reason to keep its rows', async () => {
    expect(await tablesWithoutRetention((sql, values) => app.rows(sql, values), ['auth', 'audit'])).toEqual([]);
  });

  it('each column is declared as personal data or as other data', async () => {
    expect(await findWrongDeclarations((sql, values) => app.rows(sql, values), ['auth', 'audit'])).toEqual([]);
  });
});
