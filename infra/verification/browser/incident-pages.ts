import { expect, type Page } from '@playwright/test';
import type { Client } from 'pg';
import {
  drainReason,
  expectAge,
  expectTrue,
  type Figures,
  floored,
  type ProviderFigures,
  share,
} from './incident-figures';

const SHOWN_ALERTS = 5;

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Compares the alerts, the stops, the waiting customers and the provider rates of the home page with the rows of that moment. */
export function expectTrueHome(page: Page, database: Client, providers: readonly string[]): Promise<Figures> {
  return expectTrue(database, providers, async () => {
    const alerts = section(page, 'Open alerts');
    const summaries = await alerts.getByRole('listitem').locator('p.font-semibold').allInnerTexts();
    const all = await alerts.getByRole('link', { name: /^All \d+ open alerts$/ }).allInnerTexts();
    const stopped = await section(page, 'Paused or unavailable').getByRole('listitem').allInnerTexts();
    const customers = await readCustomers(page);
    const rows = await section(page, 'Providers, last 5 minutes').getByRole('row').allInnerTexts();
    const stale = await page.getByText(/^(Out of date|Could not load)/).count();
    return (figures) => {
      expect(stale).toBe(0);
      expect(summaries).toHaveLength(Math.min(figures.alerts.length, SHOWN_ALERTS));
      for (const summary of summaries) expect(figures.alerts).toContain(summary);
      expect(all).toEqual(figures.alerts.length > SHOWN_ALERTS ? [`All ${figures.alerts.length} open alerts`] : []);
      expectStopped(stopped, figures);
      expectCustomers(customers, figures);
      for (const name of providers) {
        expectRates(rows.find((row) => row.startsWith(name)) ?? '', figures.providers[name]!);
      }
    };
  });
}

/** Compares the circuit breaker, the rotation, the jobs and the success of each provider with the rows of that moment. */
export function expectTrueProviders(page: Page, database: Client, providers: readonly string[]): Promise<Figures> {
  return expectTrue(database, providers, async () => {
    const cards = await Promise.all(
      providers.map(async (name) => [name, await section(page, name).innerText()] as const),
    );
    return (figures) => {
      for (const [name, text] of cards) expectCard(text, figures.providers[name]!);
    };
  });
}

const FIGURES = ['Waiting', 'Of these, unconfirmed', 'Running', 'Time to drain'] as const;
type Customers = Record<(typeof FIGURES)[number], string[]>;

async function readCustomers(page: Page): Promise<Customers> {
  const figure = (label: string) =>
    section(page, 'Customers waiting')
      .getByText(label, { exact: true })
      .locator('..')
      .getByRole('definition')
      .allInnerTexts();
  return Object.fromEntries(
    await Promise.all(FIGURES.map(async (label) => [label, await figure(label)] as const)),
  ) as Customers;
}

function expectCustomers(shown: Customers, figures: Figures): void {
  const { waiting, unconfirmed, running, longestWait, longestUnconfirmed } = figures;
  expect(shown.Waiting[0]).toBe(String(waiting));
  if (waiting > 0) expectAge(shown.Waiting[1], longestWait);
  else expect(shown.Waiting[1]).toBe('No one is waiting');
  expect(shown['Of these, unconfirmed'][0]).toBe(String(unconfirmed));
  if (unconfirmed > 0) expectAge(shown['Of these, unconfirmed'][1], longestUnconfirmed);
  expect(shown.Running[0]).toBe(String(running));
  const reason = drainReason(figures);
  if (reason !== null) expect(shown['Time to drain']).toEqual(['Unknown', reason]);
  else if (waiting === 0) expect(shown['Time to drain'][0]).toBe('Empty');
}

/** The paused queue and each provider that is cut off are listed, and nothing else. */
function expectStopped(shown: string[], { isPaused, waiting, unconfirmed, providers }: Figures): void {
  const queues = shown.filter((text) => text.includes('Queue '));
  expect(queues).toHaveLength(isPaused ? 1 : 0);
  if (isPaused) expect(queues[0]).toMatch(new RegExp(`Queue submit\\s+${waiting - unconfirmed} queued`));
  const cutOff = Object.entries(providers).filter(
    ([, { state, outReason }]) => state !== 'Healthy' || outReason !== null,
  );
  expect(shown).toHaveLength(queues.length + cutOff.length);
  for (const [name, { state, failures, reason, outReason, waiting: waitsForIt }] of cutOff) {
    const text = shown.find((each) => each.includes(`Provider ${name}`)) ?? '';
    expect(text).toContain(outReason === null ? state : 'Draining');
    if (outReason !== null) expect(text).toContain(`Draining: ${outReason}.`);
    if (failures > 0) expect(text).toContain(failuresText(failures, reason));
    expect(text).toContain(`${waitsForIt} queued`);
  }
}

function expectRates(row: string, { state, outReason, lastFiveMinutes, busy, waiting }: ProviderFigures): void {
  const { succeeded, failed } = lastFiveMinutes;
  const finished = succeeded + failed;
  const rate = state === 'Healthy' && outReason === null ? ` (${floored(lastFiveMinutes)}%)` : '';
  const text = finished === 0 ? 'No job finished' : `${succeeded} of ${finished} succeeded${rate}`;
  const [provider = '', success = '', ended = '', slots = '', waits = ''] = row.split('\t').map((cell) => cell.trim());
  if (outReason !== null) expect(provider).toContain('Draining');
  else if (state !== 'Healthy') expect(provider).toContain(state);
  expect(success.split('\n')[0]).toBe(text);
  expect(ended.split('\n')[0]).toBe(String(finished));
  expect(slots).toBe(`${busy} of 1`);
  expect(waits).toBe(String(waiting));
}

function expectCard(
  shown: string,
  { state, failures, reason, outReason, waiting, busy, ...ended }: ProviderFigures,
): void {
  if (outReason !== null) expect(shown).toContain(`: ${outReason}`);
  expect(/Draining since/.test(shown)).toBe(outReason !== null);
  const breaker = { Healthy: 'Closed', 'Half open': 'Half open since', 'Circuit open': 'Open since' }[state];
  expect(shown).toMatch(new RegExp(`Circuit breaker\\s+${breaker}`));
  if (failures > 0) expect(shown).toContain(`after ${failuresText(failures, reason)}`);
  else expect(shown).not.toContain('failed submission');
  expect(shown).toContain(`${busy} of 1 slots`);
  expect(shown).toMatch(waiting === 0 ? /Queued for it\s+No jobs/ : new RegExp(`Queued for it\\s+${waiting} job`));
  expect(shown).toContain(`Last 5 minutes: ${share(ended.lastFiveMinutes)}. Last hour: ${share(ended.lastHour)}.`);
}

function failuresText(failures: number, reason: string | null): string {
  const submissions = failures === 1 ? '1 failed submission' : `${failures} failed submissions in a row`;
  return `${submissions}${reason ? `: ${reason}` : ''}.`;
}
