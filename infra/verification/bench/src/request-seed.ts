import { Client } from 'pg';

const REQUESTS_EACH = 10;
/** The rate of a store with 33,000 jobs a day. It is constant, so that a larger history only reaches further back. */
const SECONDS_BETWEEN = 2.6;

/** Number of people that own this many requests. */
export function ownersOf(requests: number): number {
  return Math.max(1, Math.round(requests / REQUESTS_EACH));
}

/** A condition that selects about as many of the newest requests. */
export function newestRequests(count: number): string {
  return `created_at > now() - ${count} * interval '${SECONDS_BETWEEN} seconds'`;
}

const ACCOUNT = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
/** Version 7: it begins with the milliseconds of its time. */
const REQUEST = `(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000' || '9' || lpad(to_hex(i), 7, '0')
  || lpad(to_hex(n), 8, '0'))::uuid`;

/**
 * Writes people, requests and their statistics, one table at a time and without triggers and foreign keys, as if one job had
 * finished every few seconds until now. Six percent failed and three percent were canceled.
 */
export async function seedRequests(url: string, requests: number): Promise<void> {
  const people = ownersOf(requests);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
    await client.query(USERS, [people]);
    await client.query(USER_DAYS);
    await client.query(REQUESTS, [requests, people, SECONDS_BETWEEN]);
    await client.query(TASKS);
    await client.query(COUNTS);
    await client.query(MARGINS);
    for (const [seconds, keptFor] of STEPS) await client.query(ENDS, [seconds, keptFor]);
    await client.query('VACUUM ANALYZE auth.users, auth.user_daily_totals');
    await client.query('VACUUM ANALYZE generation.requests, generation.provider_tasks, generation.job_rollups');
  } finally {
    await client.end();
  }
}

export const STEPS = [
  [60, '1 day'],
  [900, '3 days'],
  [3_600, '400 days'],
] as const;

/** One percent is blocked; a third has been inactive for a month. */
export const USERS = `
  INSERT INTO auth.users (id, email, email_as_typed, password_hash, name, status, email_confirmed_at, consented_at,
    last_sign_in_at, created_at)
  SELECT ${ACCOUNT}, email, email, '-', 'Person ' || n, CASE n % 100 WHEN 7 THEN 'blocked' ELSE 'active' END, at, at,
         now() - (n % 45) * interval '1 day', at
    FROM generate_series(1, $1::int) n,
         LATERAL (SELECT substr(md5(n::text), 1, 9) || n || '@example.com' AS email,
                         now() - ($1 - n) * interval '40 seconds' AS at) AS made`;

export const USER_DAYS = `
  INSERT INTO auth.user_daily_totals AS d (day, registered, last_seen)
  SELECT day, sum(registered), sum(last_seen) FROM (
    SELECT (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day, 1 AS registered, 0 AS last_seen FROM auth.users
    UNION ALL SELECT (last_sign_in_at AT TIME ZONE 'Asia/Kolkata')::date, 0, 1 FROM auth.users) AS counted
   WHERE day IS NOT NULL GROUP BY day
  ON CONFLICT (day) DO UPDATE SET registered = excluded.registered, last_seen = excluded.last_seen`;

const REQUESTS = `
  INSERT INTO generation.requests (id, user_id, input_hash, type, prompt, image_key, plan_id, model, model_revision, duration, resolution,
    restore, credits, state, provider, client_ref, accepted_at, first_claim_at, external_id, submitted_at, run_limit_seconds,
    progress, sequence, output_key, error_kind, error_code, money_state, created_at, updated_at, completed_at)
  SELECT ${REQUEST}, ${ACCOUNT}, '-', kind, 'A boat on the river, take ' || i,
         CASE kind WHEN 'video' THEN NULL ELSE 'uploads/' || i END,
         CASE kind WHEN 'restore' THEN 'restore-standard' ELSE '5s-480p' END,
         CASE kind WHEN 'restore' THEN 'gfpgan' ELSE 'seedance' END, 1,
         CASE kind WHEN 'restore' THEN NULL ELSE 5 END, CASE kind WHEN 'restore' THEN 'standard' ELSE '480p' END,
         CASE kind WHEN 'restore' THEN '{"quality":"standard","enhancement":"standard","colorRestoration":false}'::jsonb END,
         18, ending,
         CASE i % 5 WHEN 0 THEN 'fal' ELSE 'replicate' END, 'ref-' || i, at, at, 'task-' || i, at, 900, 100, 5,
         CASE ending WHEN 'succeeded' THEN 'outputs/' || i END, CASE ending WHEN 'failed' THEN 'provider' END,
         CASE ending WHEN 'failed' THEN 'provider_error' END,
         CASE ending WHEN 'succeeded' THEN 'captured' ELSE 'returned' END, at, at + interval '40 seconds',
         at + interval '40 seconds'
    FROM generate_series(1, $1::int) i,
         LATERAL (SELECT 1 + i % $2::int AS n, now() - ($1 - i) * $3::float8 * interval '1 second' - interval '1 minute' AS at,
           CASE WHEN i % 100 < 91 THEN 'succeeded' WHEN i % 100 < 97 THEN 'failed' ELSE 'canceled' END AS ending,
           CASE WHEN i % 17 < 11 THEN 'video' WHEN i % 17 < 15 THEN 'image_video' ELSE 'restore' END AS kind) AS made`;

const TASKS = `
  INSERT INTO generation.provider_tasks (provider, external_id, request_id, status, recorded_at)
  SELECT provider, external_id, id, 'ended', submitted_at FROM generation.requests`;

export const COUNTS = `
  INSERT INTO generation.job_counts SELECT type, provider, state, count(*) FROM generation.requests GROUP BY 1, 2, 3`;

export const MARGINS = `
  INSERT INTO generation.margin_totals (day, provider, model, revision, color_model, plan_id, resolution, duration, jobs, credits, revenue_micros)
  SELECT generation.business_day(submitted_at), provider, model, coalesce(model_revision, 1), '', plan_id, resolution, coalesce(duration, 0), count(*),
         sum(credits), sum(credits) * 990000
    FROM generation.requests WHERE state = 'succeeded' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`;

const OF_STEP = `to_timestamp(floor(extract(epoch FROM completed_at) / $1::int) * $1::int)`;

export const ENDS = `
  WITH ended AS (
    SELECT ${OF_STEP} AS at, plan_id, provider, type, state, 80 + hashtext(id::text) % 20 AS bucket
      FROM generation.requests WHERE completed_at > now() - $2::interval
  ), counted AS (
    SELECT at, plan_id, provider, count(*) AS accepted, count(*) FILTER (WHERE state = 'succeeded') AS succeeded,
           count(*) FILTER (WHERE state = 'failed') AS failed, count(*) FILTER (WHERE state = 'canceled') AS canceled
      FROM ended GROUP BY 1, 2, 3
  ), typed AS (
    SELECT at, plan_id, provider, jsonb_object_agg(key, jobs) AS types FROM (
      SELECT at, plan_id, provider, type || '.' || what AS key, count(*) AS jobs
        FROM ended, LATERAL (VALUES ('accepted'), (state)) AS counted (what) GROUP BY 1, 2, 3, 4) AS of_type
     GROUP BY 1, 2, 3
  ), timed AS (
    SELECT at, plan_id, provider, bucket, count(*) AS jobs FROM ended GROUP BY 1, 2, 3, 4
  ), histogram AS (
    SELECT at, plan_id, provider, jsonb_object_agg(bucket, jobs) AS buckets FROM timed GROUP BY 1, 2, 3
  )
  INSERT INTO generation.job_rollups (seconds, at, plan_id, provider, accepted, succeeded, failed, canceled, waits, runs, types)
  SELECT $1::int, at, plan_id, provider, accepted, succeeded, failed, canceled, buckets, buckets, types
    FROM counted JOIN histogram USING (at, plan_id, provider) JOIN typed USING (at, plan_id, provider)`;
