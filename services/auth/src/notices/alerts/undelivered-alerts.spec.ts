import { alertDeliveryJob } from '@luit/contracts/alerts/alert-destinations';
import { Queues } from '@luit/platform/queues/queues';
import { uuidv7 } from 'uuidv7';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';
import { UndeliveredAlerts } from './undelivered-alerts';

const PAGE = 500;

describe('alert deliveries whose job Redis has lost', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
    await app.rows(
      `INSERT INTO alert_destinations (id, kind, format, target, url, created_by)
       VALUES ($1, 'webhook', 'json', 'https://hooks.example.com', '', 'owner@example.com')`,
      [destinationId],
    );
  });
  afterAll(() => app.close());

  const destinationId = uuidv7();
  const queues = () => app.resolve(Queues);
  /** Deliveries that have been due for a minute, in the order of their ids. */
  const insertDeliveries = async (count: number) => {
    const ids = Array.from({ length: count }, () => uuidv7());
    await app.rows(
      `INSERT INTO alert_deliveries (id, destination_id, message, created_at)
       SELECT id, $1, '{}', now() - interval '1 minute' FROM unnest($2::uuid[]) AS id`,
      [destinationId, ids],
    );
    return ids;
  };

  it('a due delivery gets a new job, even behind many that wait', async () => {
    const ids = await insertDeliveries(PAGE + 1);
    await Promise.all(ids.slice(0, PAGE).map((id) => queues().addJob(alertDeliveryJob, id)));
    await app.resolve(UndeliveredAlerts).round();
    expect(await queues().absent(alertDeliveryJob.name, ids)).toEqual([]);
    expect(await queues().named(alertDeliveryJob.name).getJobCountByTypes('wait')).toBe(PAGE + 1);
  });

  it('a delivery that arrived or was given up gets none', async () => {
    const [delivered = '', givenUp = ''] = await insertDeliveries(2);
    await app.rows(`UPDATE alert_deliveries SET delivered_at = now() WHERE id = $1`, [delivered]);
    await app.rows(`UPDATE alert_deliveries SET given_up_at = now() WHERE id = $1`, [givenUp]);
    await app.resolve(UndeliveredAlerts).round();
    expect(await queues().absent(alertDeliveryJob.name, [delivered, givenUp])).toEqual([delivered, givenUp]);
  });
});
