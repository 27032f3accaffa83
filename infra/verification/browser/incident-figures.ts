import { expect, type Page } from '@playwright/test';
import type { Client } from 'pg';

/** The figures of the operators' jobs page, computed from the rows of Postgres at one moment. Times are in seconds. */
export interface Figures {
  waiting: number;
  running: number;
  unconfirmed: number;
  longestWait: number | null;
  longestUnconfirmed: number | null;
  isPaused: boolean;
  isBackingOff: boolean;
  lastFiveMinutes: Outcomes;
  lastHour: Outcomes;
  providers: Record<string, ProviderFigures>;
  /** Summaries of the open alerts. */
  alerts: string[];
}

export interface Outcomes {
  succeeded: number;
  failed: number;
}

export interface ProviderFigures {
  state: 'Healthy' | 'Half open' | 'Circuit open';
  failures: number;
  reason: string | null;
  /** Why an operator took it out of rotation; null while it is in rotation. */
  outReason: string | null;
  waiting: number;
  busy: number;
  lastFiveMinutes: Outcomes;
  lastHour: Outcomes;
}

/** Jobs are counted in the minute in which they end. */
const outcomes = (span: string) => `jsonb_build_object(
  'succeeded', count(*) FILTER (WHERE state = 'succeeded' AND date_trunc('minute', completed_at) > now() - interval '${span}'),
  'failed', count(*) FILTER (WHERE state = 'failed' AND date_trunc('minute', completed_at) > now() - interval '${span}'))`;

const IS_UNCONFIRMED = `(state = 'unknown' OR state = 'submitting' AND lease_expires_at <= now())`;

/** One statement, so that all figures are of one moment. */
const FIGURES_SQL = `
  WITH jobs AS (
    SELECT *, completed_at IS NULL AND submitted_at IS NULL AS is_waiting, completed_at IS NULL AND ${IS_UNCONFIRMED} AS is_unconfirmed
      FROM generation.requests WHERE accepted_at IS NOT NULL
  ), providers AS (
    SELECT name,
           CASE WHEN open_until > now() THEN 'Circuit open' WHEN open_until IS NOT NULL THEN 'Half open' ELSE 'Healthy' END AS state,
           coalesce(failures, 0) AS failures, reason, CASE WHEN i.state <> 'on' THEN i.state_reason END AS "outReason",
           (SELECT count(*) FROM jobs WHERE provider = name AND is_waiting AND state <> 'unknown') AS waiting,
           (SELECT count(*) FROM jobs WHERE provider = name AND (is_unconfirmed OR state IN ('submitting', 'running'))) AS busy,
           (SELECT ${outcomes('5 minutes')} FROM jobs WHERE provider = name) AS "lastFiveMinutes",
           (SELECT ${outcomes('1 hour')} FROM jobs WHERE provider = name) AS "lastHour"
      FROM unnest($1::text[]) AS name JOIN generation.provider_instances i ON i.id = name LEFT JOIN generation.provider_health ON provider = name
  )
  SELECT count(*) FILTER (WHERE is_waiting)::int AS waiting,
         count(*) FILTER (WHERE completed_at IS NULL AND NOT is_waiting)::int AS running,
         count(*) FILTER (WHERE is_unconfirmed)::int AS unconfirmed,
         extract(epoch FROM now() - min(accepted_at) FILTER (WHERE is_waiting))::float8 AS "longestWait",
         extract(epoch FROM now() - min(least(submit_before, now())) FILTER (WHERE is_unconfirmed))::float8 AS "longestUnconfirmed",
         EXISTS (SELECT FROM generation.paused_queues WHERE name = 'submit') AS "isPaused",
         EXISTS (SELECT FROM jobs WHERE state = 'pending' AND next_attempt_at > now()) AS "isBackingOff",
         ${outcomes('5 minutes')} AS "lastFiveMinutes", ${outcomes('1 hour')} AS "lastHour",
         (SELECT jsonb_object_agg(name, to_jsonb(providers) - 'name') FROM providers) AS providers,
         (SELECT coalesce(jsonb_agg(summary ORDER BY summary), '[]') FROM auth.alerts WHERE closed_at IS NULL) AS alerts
    FROM jobs`;

export async function readFigures(database: Client, providers: readonly string[]): Promise<Figures> {
  const { rows } = await database.query<Figures>(FIGURES_SQL, [providers]);
  return rows[0]!;
}

/** Compares every figure of the jobs page with the rows of that moment. */
export function expectTrueFigures(page: Page, database: Client, providers: readonly string[]): Promise<Figures> {
  return expectTrue(database, providers, async () => {
    const shown = await readPage(page, providers);
    return (figures) => {
      expectHeadline(shown.headline, figures);
      expect(shown.alerts).toBe(figures.alerts.length);
      for (const summary of shown.summaries) expect(figures.alerts).toContain(summary);
      for (const name of providers) expectProvider(shown.providers[name] ?? '', figures.providers[name]!);
    };
  });
}

/**
 * Reads a page until it agrees with the rows of that moment: the rows before and after reading the page must be equal.
 *
 * @param read reads the page, and returns what compares it with the rows
 */
export async function expectTrue(
  database: Client,
  providers: readonly string[],
  read: () => Promise<(figures: Figures) => void>,
): Promise<Figures> {
  let figures: Figures | undefined;
  await expect(async () => {
    const before = await readFigures(database, providers);
    const compare = await read();
    figures = await readFigures(database, providers);
    expect(withoutAges(figures)).toEqual(withoutAges(before));
    compare(figures);
  }).toPass({ timeout: 45_000 });
  return figures!;
}

const LABELS = ['Waiting', 'Time to drain', 'Running', 'Unconfirmed', 'Success rate', 'Jobs per minute'] as const;
type Headline = Record<(typeof LABELS)[number], string[]>;

/** The figures that an operator reads on the jobs page while its tab of providers is open. */
async function readPage(page: Page, names: readonly string[]) {
  const stat = (label: string) =>
    page.getByText(label, { exact: true }).locator('..').getByRole('definition').allInnerTexts();
  const headline = Object.fromEntries(
    await Promise.all(LABELS.map(async (label) => [label, await stat(label)] as const)),
  ) as Headline;
  const providers = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const item = page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
        return [name, `${await item.innerText()} ${await item.getByRole('meter').getAttribute('aria-label')}`] as const;
      }),
    ),
  );
  const region = page.getByRole('region', { name: 'Open alerts' });
  const summaries = await region.getByRole('listitem').locator('p.font-semibold').allInnerTexts();
  const all = region.getByRole('link', { name: /^View all \d+ alerts$/ });
  const alerts = (await all.count()) > 0 ? Number(/\d+/.exec(await all.innerText())?.[0]) : summaries.length;
  return { headline, providers, summaries, alerts };
}

function expectHeadline(shown: Headline, figures: Figures): void {
  const { waiting, running, unconfirmed, lastFiveMinutes, lastHour } = figures;
  expect(shown.Waiting[0]).toBe(String(waiting));
  if (waiting > 0) expectAge(shown.Waiting[1], figures.longestWait);
  expect(shown.Unconfirmed[0]).toBe(String(unconfirmed));
  if (unconfirmed > 0) expectAge(shown.Unconfirmed[1], figures.longestUnconfirmed);
  expect(shown.Running[0]).toBe(String(running));
  expect(shown['Success rate']).toEqual([
    percent(lastFiveMinutes) ?? 'No jobs',
    `Last 5 minutes. Last hour: ${percent(lastHour) ?? 'no jobs'}`,
  ]);
  const perMinute = (lastFiveMinutes.succeeded + lastFiveMinutes.failed) / 5;
  expect(shown['Jobs per minute'][0]).toBe(String(Number(perMinute.toFixed(1))));
  const reason = drainReason(figures);
  if (reason !== null) expect(shown['Time to drain']).toEqual(['Unknown', reason]);
  else if (waiting === 0) expect(shown['Time to drain'][0]).toBe('Empty');
  else expect(shown['Time to drain'][0]).toMatch(/^\d+(\.\d)? (s|min)$/);
}

/** Why the page must not promise when the queue is empty. */
export function drainReason({ waiting, isPaused, unconfirmed, isBackingOff, providers }: Figures): string | null {
  if (waiting === 0) return null;
  if (isPaused) return 'The queue is paused';
  const isCutOff = Object.values(providers).some((provider) => provider.waiting > 0 && provider.state !== 'Healthy');
  if (isCutOff) return 'A provider is unavailable';
  if (unconfirmed > 0) return 'Submissions are unconfirmed';
  return isBackingOff ? 'Jobs are waiting to retry after a refusal' : null;
}

function expectProvider(
  shown: string,
  { state, failures, reason, outReason, waiting, busy, ...ended }: ProviderFigures,
): void {
  expect(shown).toContain(outReason === null ? state : 'Draining');
  expect(shown).toContain(`${waiting} queued`);
  expect(shown).toContain(`${busy} of 1 slots in use`);
  expect(shown).toContain(`Success: ${share(ended.lastFiveMinutes)} in 5 minutes, ${share(ended.lastHour)} in an hour`);
  if (failures === 1) expect(shown).toContain(`1 failed submission: ${reason}.`);
  else if (failures > 1) expect(shown).toContain(`${failures} failed submissions in a row: ${reason}.`);
  else expect(shown).not.toContain('failed submission');
}

/** How far the clocks of the page and of Postgres may be apart by the time that both were read, seconds. */
const TOLERANCE = 3;

export function expectAge(shown: string | undefined, seconds: number | null): void {
  const from = Math.floor(seconds ?? 0) - TOLERANCE;
  const allowed = Array.from({ length: 2 * TOLERANCE + 1 }, (_, i) => duration(Math.max(0, from + i)));
  expect(allowed.map((text) => `Longest: ${text}`)).toContain(shown);
}

/** Seconds as the page writes them. */
function duration(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** Percent with one decimal, rounded down. */
export function floored({ succeeded, failed }: Outcomes): number {
  return Math.floor((succeeded / (succeeded + failed)) * 1_000) / 10;
}

/** Null if no job finished. */
function percent(outcomes: Outcomes): string | null {
  return outcomes.succeeded + outcomes.failed === 0 ? null : `${floored(outcomes)}%`;
}

export function share({ succeeded, failed }: Outcomes): string {
  return succeeded + failed === 0 ? 'none finished' : `${succeeded} of ${succeeded + failed}`;
}

function withoutAges({ longestWait: _wait, longestUnconfirmed: _unconfirmed, ...figures }: Figures) {
  return figures;
}
