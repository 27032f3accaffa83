import { findWrongDeclarations } from '@luit/platform/testing/column-declarations';
import { tablesWithoutRetention } from '@luit/platform/testing/retention';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { startBillingTestApp } from './testing/billing-test-app';

it('received webhooks are deleted after their retention, and all other tables have a reason to keep their rows', async () => {
  const app = await startBillingTestApp();
  try {
    await app.source.query(
      `INSERT INTO webhook_events (source, event_id, type, facts, outcome, received_at)
       SELECT 'razorpay', days::text, 'payment.captured', '{}', 'granted', now() - days * interval '1 day'
         FROM unnest(ARRAY[399, 401]) AS days`,
    );
    const query = (sql: string, values: unknown[]) => app.source.query<{ name: string }[]>(sql, values);
    expect(await tablesWithoutRetention(query, ['billing'])).toEqual([]);
    await app.get(RetentionCleaner).round();
    expect(await app.source.query(`SELECT event_id FROM webhook_events`)).toEqual([{ event_id: '399' }]);
  } finally {
    await app.close();
  }
});

it('each column of billing is declared as personal data or as other data', async () => {
  const app = await startBillingTestApp();
  try {
    const query = (sql: string, values: unknown[]) => app.source.query<{ name: string }[]>(sql, values);
    expect(await findWrongDeclarations(query, ['billing'])).toEqual([]);
  } finally {
    await app.close();
  }
});
