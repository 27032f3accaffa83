import { findWrongDeclarations } from '@luit/platform/testing/column-declarations';
import { tablesWithoutRetention } from '@luit/platform/testing/retention';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { GenerationTestApp } from './test/generation-test-app';

describe('retention in generation', () => {
  let app: GenerationTestApp;
  beforeAll(async () => (app = await GenerationTestApp.start()));
  afterAll(() => app.close());

  /** Copies a request to one that was created `days` ago and has a task with that status. @returns the id of the task */
  const oldTask = async (status: string, days: number): Promise<string> => {
    const { id } = await app.create();
    const [task] = await app.database.query<{ id: string }[]>(
      `WITH old AS (
         INSERT INTO requests (id, user_id, input_hash, type, prompt, plan_id, model, model_revision, duration, resolution, credits, provider,
           client_ref, run_limit_seconds, state, completed_at)
         SELECT uuidv7($2 * interval '-1 day'), user_id, '', type, '', plan_id, model, model_revision, duration, resolution, credits, provider,
                uuidv7()::text, 1, 'failed', now() FROM requests WHERE id = $1 RETURNING id
       )
       INSERT INTO provider_tasks (provider, external_id, request_id, status, recorded_at)
       SELECT 'replicate', id::text, id, $3, now() - $2 * interval '1 day' FROM old RETURNING external_id AS id`,
      [id, days, status],
    );
    return task!.id;
  };

  it('tasks of old jobs are deleted unless they are live', async () => {
    const kept = [await oldTask('live', 500), await oldTask('ended', 399)];
    await oldTask('ended', 401);
    await oldTask('stopped', 401);
    await app.resolve(RetentionCleaner).round();
    const left = await app.database.query<{ id: string }[]>(`SELECT external_id AS id FROM provider_tasks`);
    expect(left.map(({ id }) => id).sort()).toEqual(kept.sort());
  });

  it('each table has a retention, or a reason to keep its rows', async () => {
    const query = (sql: string, values: unknown[]) => app.database.query<{ name: string }[]>(sql, values);
    expect(await tablesWithoutRetention(query, ['generation'])).toEqual([]);
  });

  it('each column is declared as personal data or as other data', async () => {
    const query = (sql: string, values: unknown[]) => app.database.query<{ name: string }[]>(sql, values);
    expect(await findWrongDeclarations(query, ['generation'])).toEqual([]);
  });
});
