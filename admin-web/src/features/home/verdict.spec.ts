import { describe, expect, it } from 'vitest';
import { type Sources, verdictOf } from './verdict';

const read = <Data>(data: Data) => ({ data, isFresh: true, isLoading: false });
const UNREAD = { data: undefined, isFresh: false, isLoading: false };

const good = (): Sources => ({
  alerts: read({ open: 0, muted: 0, items: [], silentSources: [] }),
  jobs: read({
    queues: [{ name: 'submit', isPaused: false }],
    providers: [{ name: 'fal', state: 'closed', stopped: null }],
  }),
  restrictions: read({ pause: null }),
  workers: read({ items: [{ isAlive: true }], isComplete: true }),
  invariants: read({ items: [{ name: 'balances', violations: 0, isOverdue: false }], unavailable: [] }),
});

describe('the verdict of the home page', () => {
  it('is good only if every source was read, is fresh and reports nothing', () => {
    expect(verdictOf(good())).toEqual({ state: 'good', title: 'Everything is OK', problems: [], unknowns: [] });
  });

  it.each(['alerts', 'jobs', 'restrictions', 'workers', 'invariants'] as const)(
    'is unknown while %s cannot be read',
    (name) => {
      const { state, title, unknowns } = verdictOf({ ...good(), [name]: UNREAD });
      expect(state).toBe('unknown');
      expect(title).not.toContain('Everything is OK');
      expect(unknowns).toHaveLength(1);
      expect(unknowns[0]).toMatch(/^Could not load /);
    },
  );

  it.each(['alerts', 'jobs', 'restrictions', 'workers', 'invariants'] as const)(
    'is unknown while %s is out of date',
    (name) => {
      const sources = good();
      const { state, unknowns } = verdictOf({ ...sources, [name]: { ...sources[name], isFresh: false } });
      expect(state).toBe('unknown');
      expect(unknowns[0]).toMatch(/ are out of date$/);
    },
  );

  it('says what is unknown in one sentence for each reason', () => {
    const sources = good();
    const { unknowns } = verdictOf({
      ...sources,
      alerts: { ...sources.alerts, isFresh: false },
      jobs: { ...sources.jobs, isFresh: false },
      restrictions: UNREAD,
      workers: UNREAD,
      invariants: UNREAD,
    });
    expect(unknowns).toEqual([
      'Could not load restrictions on new jobs, workers, and invariants',
      'Alerts, jobs, queues, and providers are out of date',
    ]);
  });

  it('is unknown while a service does not report alerts, answer or check its invariants', () => {
    const sources = good();
    const alerts = read({ open: 0, muted: 0, items: [], silentSources: [{ source: 'billing' }] });
    expect(verdictOf({ ...sources, alerts })).toMatchObject({
      state: 'unknown',
      unknowns: ['billing has not reported its alerts'],
    });
    const unavailable = read({ items: [], unavailable: ['billing'] });
    expect(verdictOf({ ...sources, invariants: unavailable }).unknowns).toEqual([
      'Could not load the invariants of billing',
    ]);
    const overdue = read({ items: [{ name: 'balances', violations: 0, isOverdue: true }], unavailable: [] });
    expect(verdictOf({ ...sources, invariants: overdue }).unknowns).toEqual([
      'Luit has not checked 1 invariant recently',
    ]);
  });

  it('names each problem, and what is unknown beside it', () => {
    expect(
      verdictOf({
        alerts: read({ open: 3, muted: 1, items: [], silentSources: [] }),
        jobs: read({
          queues: [{ name: 'submit', isPaused: true }],
          providers: [
            { name: 'fal', state: 'open', stopped: null },
            { name: 'ark', state: 'half_open', stopped: null },
          ],
        }),
        restrictions: read({ pause: {} }),
        workers: read({ items: [{ isAlive: false }], isComplete: true }),
        invariants: UNREAD,
      }),
    ).toEqual({
      state: 'bad',
      title: '7 things need your attention',
      problems: [
        '2 open alerts',
        'New jobs are paused',
        'Queue submit is paused',
        'Circuit breaker of fal is open',
        'Circuit breaker of ark is half open',
        'No worker is running',
      ],
      unknowns: ['Could not load invariants'],
    });
  });

  it('counts a provider or an invariant and its own alert as one thing', () => {
    const jobs = read({ queues: [], providers: [{ name: 'fal', state: 'open' as const, stopped: null }] });
    const invariants = read({ items: [{ name: 'balances', violations: 2, isOverdue: false }], unavailable: [] });
    const items = [
      { kind: 'provider_down', subject: 'fal', muted: null },
      { kind: 'invariant_violated', subject: 'balances', muted: null },
    ];
    const alerts = read({ open: 2, muted: 0, items, silentSources: [] });
    expect(verdictOf({ ...good(), jobs, invariants, alerts })).toMatchObject({
      title: '2 things need your attention',
      problems: ['Circuit breaker of fal is open', '1 invariant is violated'],
    });
    const more = [...items, { kind: 'dead_letters', subject: 'auth', muted: null }];
    expect(
      verdictOf({ ...good(), jobs, invariants, alerts: read({ ...alerts.data, open: 3, items: more }) }).problems[0],
    ).toBe('1 other open alert');
  });

  it('counts each alert and each violated invariant', () => {
    const alerts = read({ open: 35, muted: 0, items: [], silentSources: [] });
    expect(verdictOf({ ...good(), alerts })).toMatchObject({
      title: '35 things need your attention',
      problems: ['35 open alerts'],
    });
  });

  it('counts the alert of a provider that has recovered, until Luit closes it', () => {
    const items = [{ kind: 'provider_down', subject: 'fal', muted: null }];
    const alerts = read({ open: 1, muted: 0, items, silentSources: [] });
    expect(verdictOf({ ...good(), alerts })).toMatchObject({
      title: 'One thing needs your attention',
      problems: ['1 open alert'],
    });
  });

  it('does not call everything all right while an alert is muted', () => {
    const verdict = verdictOf({ ...good(), alerts: read({ open: 2, muted: 2, items: [], silentSources: [] }) });
    expect(verdict).toMatchObject({ state: 'good', title: 'Nothing needs your attention; 2 alerts are muted' });
  });

  it('counts workers that went silent beside one that runs', () => {
    const workers = read({ items: [{ isAlive: false }, { isAlive: true }], isComplete: true });
    expect(verdictOf({ ...good(), workers })).toMatchObject({
      state: 'bad',
      title: 'One thing needs your attention',
      problems: ['1 worker sends no heartbeats'],
    });
  });

  it('waits for the first answers', () => {
    expect(verdictOf({ ...good(), workers: { ...UNREAD, isLoading: true } }).state).toBe('loading');
  });

  it('does not say that no worker runs while the gateway has just started', () => {
    const verdict = verdictOf({ ...good(), workers: read({ items: [], isComplete: false }) });
    expect(verdict).toMatchObject({
      state: 'unknown',
      problems: [],
      unknowns: ['The gateway has just started and waits for workers to report'],
    });
  });
});
