import type { LuitClient } from '@luit/smoke/client';
import { newCreator } from '@luit/smoke/smoke-test';
import { NO_RATE_LIMITS } from '@luit/local/throwaway-stack';
import { Client } from 'pg';
import { stack } from './creator';
import { expectTrueFigures, readFigures } from './incident-figures';
import { expectTrueHome, expectTrueProviders } from './incident-pages';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { control } from './sandbox';
import { expect, test } from './test';

const PROVIDERS = ['replicate', 'fal', 'ark'] as const;
/** A 503 of fal refuses a job, which waits for another attempt; with the others it leaves the submission unconfirmed. */
const UNCONFIRMED = 2;
const ALERTS = PROVIDERS.length + UNCONFIRMED;
const CUSTOMERS = 24;
const OUTAGE_SECONDS = 45;
/** No one is waiting for longer than that after the providers have recovered. */
const ALL_ENDED_SECONDS = 180;
/** An alert is closed that soon after its cause has ended. */
const CLOSED_WITHIN_SECONDS = 30;
/** The price of a plan. */
const CREDITS = 18;

// One task at a time and provider, so that each has at most one unconfirmed job. Breakers, searches and limits are as in production.
isolatedStack({
  env: {
    gateway: NO_RATE_LIMITS,
    sandbox: { SANDBOX_SECONDS_PER_VIDEO: '1' },
  },
});

let database: Client;

test.beforeEach(async () => {
  database = new Client({ connectionString: stack().postgres });
  await database.connect();
  await database.query('UPDATE generation.provider_instances SET concurrency = 1');
});
test.afterEach(() => database.end());

const value = async <T>(sql: string, parameters: unknown[] = []): Promise<T> => {
  const { rows } = await database.query<{ value: T }>(`SELECT (${sql}) AS value`, parameters);
  return rows[0]!.value;
};
const now = () => value<Date>('clock_timestamp()');
const secondsSince = (moment: Date) =>
  value<number>('extract(epoch FROM clock_timestamp() - $1::timestamptz)::float8', [moment]);
const unfinished = () => value<number>('SELECT count(*)::int FROM generation.requests WHERE completed_at IS NULL');
const breakers = () =>
  value<Record<string, string>>(
    `SELECT jsonb_object_agg(provider, CASE WHEN open_until > now() THEN 'open' WHEN open_until IS NULL THEN 'closed' ELSE 'half open' END)
       FROM generation.provider_health`,
  );
const CLAIMS_SQL = 'SELECT count(*)::int FROM generation.job_timeline WHERE what = $1 AND at > $2::timestamptz';
const allProviders = (state: string) => Object.fromEntries(PROVIDERS.map((name) => [name, state]));

async function newCustomers(count: number): Promise<LuitClient[]> {
  const { api, sandbox, mailbox } = stack();
  const customers: LuitClient[] = [];
  while (customers.length < count) {
    const few = Array.from({ length: Math.min(4, count - customers.length) }, () =>
      newCreator({ api, sandbox, mailbox }),
    );
    customers.push(...(await Promise.all(few)));
  }
  for (const customer of customers) await customer.buyPack('starter');
  return customers;
}

/** Jobs that ended twenty minutes before the incident, so that the success of the hour is not that of the last five minutes. */
async function earlierJobs(customer: LuitClient): Promise<void> {
  for (const prompt of ['Reeds', 'Herons', 'Mist', 'Rain [fail:technical]']) await customer.generate(prompt);
  await expect.poll(unfinished).toBe(0);
  await expect.poll(() => value('SELECT count(*)::int FROM generation.job_metric_deltas')).toBe(0);
  const earlier = `interval '20 minutes'`;
  await database.query(`UPDATE generation.job_rollups SET at = at - ${earlier} WHERE seconds = 60`);
  await database.query(
    `UPDATE generation.requests SET accepted_at = accepted_at - ${earlier}, submitted_at = submitted_at - ${earlier},
            completed_at = completed_at - ${earlier}`,
  );
}

/** Seconds from the end of the cause of each alert until it was closed. @param recoveredAt when the providers answered again */
async function closingTimes(recoveredAt: Date): Promise<{ alert: string; seconds: number | null }[]> {
  const { rows } = await database.query<{ alert: string; seconds: number | null }>(
    `SELECT kind || ' ' || subject AS alert, extract(epoch FROM closed_at - ended_at)::float8 AS seconds
       FROM auth.alerts, LATERAL (
         SELECT CASE kind
           WHEN 'provider_down' THEN $1::timestamptz
           -- The first change that is not a search ends the doubt.
           WHEN 'submissions_unconfirmed' THEN (
             SELECT max(ended.at) FROM generation.job_timeline doubt JOIN generation.requests job ON job.id = doubt.request_id,
               LATERAL (SELECT min(at) AS at FROM generation.job_timeline
                         WHERE request_id = job.id AND id > doubt.id AND what NOT IN ('search claimed', 'provider searched')) AS ended
              WHERE doubt.what = 'submission unknown' AND job.provider = subject)
         END AS ended_at) AS cause
      ORDER BY alert`,
    [recoveredAt],
  );
  return rows;
}

test('operators read the truth during an outage of all providers, and everyone is served after it', async ({
  page,
}) => {
  const customers = await newCustomers(CUSTOMERS);
  await earlierJobs(customers[0]!);
  await signInAsOperator(page);
  await page.goto(`${stack().admin}/jobs`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const [home, providerCards] = [await page.context().newPage(), await page.context().newPage()];
  await home.goto(stack().admin);
  await providerCards.goto(`${stack().admin}/providers`);
  const figures = async () => {
    await expectTrueHome(home, database, PROVIDERS);
    await expectTrueProviders(providerCards, database, PROVIDERS);
    return expectTrueFigures(page, database, PROVIDERS);
  };
  const rotate = async (button: string) => {
    await providerCards.getByRole('button', { name: `${button}: ark` }).click();
    await providerCards.getByLabel('Reason').fill('Their status page names an incident');
    await providerCards.getByRole('dialog').getByRole('button', { name: button }).click();
    await expect(providerCards.getByRole('dialog')).toHaveCount(0);
  };
  const pause = async () => {
    await page.getByRole('tab', { name: /^Queues/ }).click();
    await page.getByRole('button', { name: 'Pause submit' }).click();
    await page.getByLabel('Reason').fill('All providers are down');
    await page.getByRole('button', { name: 'Pause queue' }).click();
    await expect(page.getByRole('button', { name: 'Resume submit' })).toBeVisible();
    const { waiting, unconfirmed } = await readFigures(database, PROVIDERS);
    await expect(page.getByRole('listitem').filter({ hasText: 'submit' })).toContainText(
      `${waiting - unconfirmed} queued`,
    );
    await page.getByRole('tab', { name: /^Providers/ }).click();
  };
  const resume = async () => {
    await page.getByRole('tab', { name: /^Queues/ }).click();
    await page.getByRole('button', { name: 'Resume submit' }).click();
    await expect(page.getByRole('button', { name: 'Pause submit' })).toBeVisible();
    await page.getByRole('tab', { name: /^Providers/ }).click();
  };
  await figures();

  for (const target of PROVIDERS) await control('faults', { target, kind: 'error:503', for_seconds: 600 });
  const failedAt = await now();
  await Promise.all(customers.map((customer) => customer.generate('A ferry in the fog')));
  await expect.poll(breakers).toEqual(allProviders('open'));
  expect(await figures()).toMatchObject({ waiting: CUSTOMERS, unconfirmed: UNCONFIRMED, isPaused: false });
  for (const name of PROVIDERS) {
    await expect(page.getByRole('region', { name: 'Open alerts' })).toContainText(`provider ${name} is open`);
  }

  await pause();
  expect(await figures()).toMatchObject({ waiting: CUSTOMERS, unconfirmed: UNCONFIRMED, isPaused: true });
  await expect.poll(breakers, { timeout: 45_000 }).toEqual(allProviders('half open'));
  const alerts = () => value<number>('SELECT count(*)::int FROM auth.alerts WHERE closed_at IS NULL');
  await expect.poll(alerts, { timeout: 30_000 }).toBe(ALERTS);
  const { alerts: summaries } = await figures();
  await page.getByRole('link', { name: /^Longest: / }).click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`${UNCONFIRMED} rows`);
  await page.goto(`${stack().admin}/alerts?state=open`);
  for (const summary of summaries) await expect(page.getByRole('row').filter({ hasText: summary })).toHaveCount(1);
  await page.goto(`${stack().admin}/jobs`);

  await rotate('Drain');
  expect((await figures()).providers.ark?.outReason).toBe('Their status page names an incident');
  await rotate('Turn on');
  expect((await figures()).providers.ark?.outReason).toBeNull();

  await expect.poll(() => secondsSince(failedAt)).toBeGreaterThan(OUTAGE_SECONDS);
  await control('reset');
  const recoveredAt = await now();
  // Checks alone close the breakers: the queue is paused.
  await expect.poll(breakers, { timeout: CLOSED_WITHIN_SECONDS * 1_000 }).toEqual(allProviders('closed'));
  expect(await value(CLAIMS_SQL, ['submission claimed', recoveredAt])).toBe(0);
  expect(await figures()).toMatchObject({ waiting: CUSTOMERS, unconfirmed: UNCONFIRMED, isPaused: true });

  await resume();
  await expect.poll(unfinished, { timeout: ALL_ENDED_SECONDS * 1_000, intervals: [1_000] }).toBe(0);
  const allEndedAfter = await secondsSince(recoveredAt);
  expect(allEndedAfter).toBeLessThan(ALL_ENDED_SECONDS);
  await expect.poll(alerts, { timeout: CLOSED_WITHIN_SECONDS * 1_000 }).toBe(0);
  expect(await figures()).toMatchObject({ waiting: 0, running: 0, unconfirmed: 0, alerts: [] });

  const closed = await closingTimes(recoveredAt);
  expect(closed).toHaveLength(ALERTS);
  for (const { alert, seconds } of closed) {
    expect(seconds, alert).not.toBeNull();
    expect(seconds, alert).toBeLessThan(CLOSED_WITHIN_SECONDS);
  }
  process.stdout.write(`${JSON.stringify({ allEndedAfter, closed }, null, 2)}\n`);

  for (const customer of customers) {
    const succeeded = await value<number>(
      `SELECT count(*)::int FROM generation.requests WHERE user_id = $1 AND state = 'succeeded'`,
      [customer.session?.user.id],
    );
    await expect.poll(() => customer.balance()).toMatchObject({ credits: 100 - CREDITS * succeeded, held: 0 });
  }
  expect(
    await value(`SELECT count(*)::int FROM generation.requests WHERE state <> 'succeeded' AND prompt LIKE 'A ferry%'`),
  ).toBe(0);
});

test('a standby provider that refused our account is trusted again, and its alert closed, soon after it accepts the account', async () => {
  const [customer] = await newCustomers(1);
  await control('faults', { target: 'replicate', kind: 'error:503', for_seconds: 600 });
  await control('faults', { target: 'fal', kind: 'error:402', for_seconds: 600 });
  // The first one is unconfirmed at Replicate. fal refuses the second one, which ModelArk then runs.
  for (const prompt of ['A heron', 'An otter']) await customer!.generate(prompt);
  await expect.poll(breakers, { timeout: 30_000 }).toMatchObject({ replicate: 'open', fal: 'open' });
  await control('faults', { target: 'replicate', kind: 'error:503', for_seconds: 0 });
  await expect.poll(unfinished, { timeout: 90_000 }).toBe(0);
  const openAlerts = () =>
    value<string[]>(`SELECT coalesce(array_agg(summary), '{}') FROM auth.alerts WHERE closed_at IS NULL`);
  await expect.poll(openAlerts, { timeout: 30_000 }).toEqual(['Provider fal rejects our account (http_402).']);

  await control('reset');
  const acceptedAt = await now();
  await expect.poll(openAlerts, { timeout: CLOSED_WITHIN_SECONDS * 1_000 }).toEqual([]);
  process.stdout.write(`The alert of the account was closed after ${await secondsSince(acceptedAt)} s\n`);
  expect(await breakers()).toMatchObject({ fal: 'closed' });
  expect(await value(CLAIMS_SQL, ['submission claimed', acceptedAt])).toBe(0);
});
