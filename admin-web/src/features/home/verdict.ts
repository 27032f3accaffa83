import { sentenceCase } from '../../lib/format';

/** What the page knows about one source. */
export interface Reading<Data> {
  /** The last data that was read; undefined before the first. */
  data: Data | undefined;
  /** Whether `data` was read within the last 45 seconds, by a request that succeeded. */
  isFresh: boolean;
  /** Whether the first read has neither succeeded nor failed yet. */
  isLoading: boolean;
}

type OpenAlert = { kind: string; subject: string; muted: object | null };

export interface Sources {
  alerts: Reading<{ open: number; muted: number; items: OpenAlert[]; silentSources: { source: string }[] }>;
  jobs: Reading<{
    queues: { name: string; isPaused: boolean }[];
    providers: {
      name: string;
      state: 'closed' | 'half_open' | 'open';
      stopped: { state: 'draining' | 'off' } | null;
    }[];
  }>;
  restrictions: Reading<{ pause: object | null }>;
  workers: Reading<{ items: { isAlive: boolean }[]; isComplete: boolean }>;
  invariants: Reading<{ items: { name: string; violations: number; isOverdue: boolean }[]; unavailable: string[] }>;
}

export interface Verdict {
  state: 'good' | 'bad' | 'unknown' | 'loading';
  title: string;
  /** What is wrong, one phrase each. */
  problems: string[];
  /** What could not be read or is too old to rely on, one sentence each, without its period. */
  unknowns: string[];
}

/** What each source reports about. */
const NAMES: Record<keyof Sources, string[]> = {
  alerts: ['alerts'],
  jobs: ['jobs', 'queues', 'providers'],
  restrictions: ['restrictions on new jobs'],
  workers: ['workers'],
  invariants: ['invariants'],
};
const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Says that everything is OK only if every source was read, is fresh and reports no problem. */
export function verdictOf(sources: Sources): Verdict {
  const found = problemsOf(sources);
  const problems = found.map(({ text }) => text);
  if (problems.length === 0 && Object.values(sources).some(({ isLoading }) => isLoading)) {
    return { state: 'loading', title: 'Checking…', problems, unknowns: [] };
  }
  const unknowns = unknownsOf(sources);
  const muted = sources.alerts.data?.muted ?? 0;
  if (problems.length > 0) {
    const things = found.reduce((sum, problem) => sum + (problem.things ?? 1), 0);
    const title = things === 1 ? 'One thing needs your attention' : `${things} things need your attention`;
    return { state: 'bad', title, problems, unknowns };
  }
  if (unknowns.length > 0) {
    return { state: 'unknown', title: 'Can’t tell whether everything is OK', problems, unknowns };
  }
  if (muted > 0) {
    return {
      state: 'good',
      title: `Nothing needs your attention; ${count(muted, 'alert is', 'alerts are')} muted`,
      problems,
      unknowns,
    };
  }
  return { state: 'good', title: 'Everything is OK', problems, unknowns };
}

interface Problem {
  text: string;
  /** How many things the phrase counts; one by default. */
  things?: number;
}

function problemsOf(sources: Sources): Problem[] {
  const { alerts, jobs, restrictions, workers, invariants } = sources;
  const problems: Problem[] = [];
  const unmuted = alerts.data ? alerts.data.open - alerts.data.muted : 0;
  const named = alerts.data?.items.filter((alert) => !alert.muted && isNamedElsewhere(alert, sources)).length ?? 0;
  const others = unmuted - named;
  const text =
    named > 0 ? count(others, 'other open alert', 'other open alerts') : count(others, 'open alert', 'open alerts');
  if (others > 0) problems.push({ text, things: others });
  if (restrictions.data?.pause) problems.push({ text: 'New jobs are paused' });
  for (const { name, isPaused } of jobs.data?.queues ?? [])
    if (isPaused) problems.push({ text: `Queue ${name} is paused` });
  for (const { name, state, stopped } of jobs.data?.providers ?? []) {
    if (stopped?.state === 'draining') problems.push({ text: `Provider ${name} is draining` });
    if (state !== 'closed')
      problems.push({ text: `Circuit breaker of ${name} is ${state === 'open' ? 'open' : 'half open'}` });
  }
  problems.push(...workerProblems(workers));
  const violated = invariants.data?.items.filter(({ violations }) => violations > 0).length ?? 0;
  if (violated > 0)
    problems.push({ text: count(violated, 'invariant is violated', 'invariants are violated'), things: violated });
  return problems;
}

function workerProblems({ data }: Sources['workers']): Problem[] {
  if (!data) return [];
  const silent = data.items.filter(({ isAlive }) => !isAlive).length;
  if (silent === data.items.length) return data.isComplete ? [{ text: 'No worker is running' }] : [];
  if (silent === 0) return [];
  return [{ text: count(silent, 'worker sends no heartbeats', 'workers send no heartbeats'), things: silent }];
}

/** Whether the problems name the cause of an alert themselves, so that it does not count twice. */
function isNamedElsewhere({ kind, subject }: OpenAlert, { jobs, invariants }: Sources): boolean {
  if (kind === 'provider_down')
    return jobs.data?.providers.some(({ name, state }) => name === subject && state !== 'closed') ?? false;
  if (kind === 'invariant_violated')
    return invariants.data?.items.some(({ name, violations }) => name === subject && violations > 0) ?? false;
  return false;
}

function unknownsOf(sources: Sources): string[] {
  const names = (isUnknown: (source: Reading<unknown>) => boolean) =>
    (Object.keys(NAMES) as (keyof Sources)[]).filter((name) => isUnknown(sources[name])).flatMap((name) => NAMES[name]);
  const unread = names(({ data }) => data === undefined);
  const stale = names(({ data, isFresh }) => data !== undefined && !isFresh);
  const silent = sources.alerts.data?.silentSources.map(({ source }) => `${source} has not reported its alerts`) ?? [];
  const unavailable =
    sources.invariants.data?.unavailable.map((service) => `Could not load the invariants of ${service}`) ?? [];
  const overdue = sources.invariants.data?.items.filter(({ isOverdue }) => isOverdue).length ?? 0;
  const unchecked = overdue > 0 ? [`Luit has not checked ${count(overdue, 'invariant', 'invariants')} recently`] : [];
  const isEarly = sources.workers.data && !sources.workers.data.isComplete;
  const workers = isEarly ? ['The gateway has just started and waits for workers to report'] : [];
  return [
    ...(unread.length > 0 ? [`Could not load ${LIST.format(unread)}`] : []),
    ...(stale.length > 0 ? [`${sentenceCase(LIST.format(stale))} are out of date`] : []),
    ...workers,
    ...silent,
    ...unavailable,
    ...unchecked,
  ];
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
