import type { SignOfLife } from '@luit/platform/presence/presence';
import { missingProcesses } from './missing-processes';

const NOW = 10_000_000;
const SECOND = 1_000;
const process = (instance: string, sign: Partial<SignOfLife> = {}): SignOfLife => ({
  instance,
  at: NOW - SECOND,
  startedAt: NOW - 3_600 * SECOND,
  hasLeft: false,
  ...sign,
});
const killed = (instance: string, secondsAgo = 30) => process(instance, { at: NOW - secondsAgo * SECOND });
const missing = (...signs: SignOfLife[]) => missingProcesses('worker', signs, NOW);

describe('missing processes', () => {
  it('nobody is missed while all give signs of life, or were never there', () => {
    expect(missing(process('a'), process('b'))).toEqual({ cause: null, obsolete: [], isUndecided: false });
    expect(missing()).toEqual({ cause: null, obsolete: [], isUndecided: false });
    expect(missing(process('a', { at: NOW - 19 * SECOND }))).toMatchObject({ cause: null });
  });

  it('a silent process is a warning beside others, and critical without', () => {
    expect(missing(killed('a'), process('b')).cause).toMatchObject({
      ...{ kind: 'no_worker', subject: 'worker', severity: 'warning' },
      summary: '1 of 2 workers does not respond: a gave no sign of life for 20 seconds.',
    });
    expect(missing(killed('a'), killed('b', 3_600)).cause).toMatchObject({
      ...{ kind: 'no_worker', severity: 'critical' },
      summary: 'No worker responds: a, b gave no sign of life for 20 seconds.',
    });
    expect(missingProcesses('billing', [killed('a')], NOW).cause).toMatchObject({
      ...{ kind: 'service_unavailable', subject: 'billing', severity: 'critical' },
    });
  });

  it('a process that started afterward takes the place of one that fell silent, and only of one', () => {
    const successor = process('c', { startedAt: NOW - 10 * SECOND });
    expect(missing(killed('a'), successor)).toEqual({ cause: null, obsolete: ['a'], isUndecided: false });
    expect(missing(killed('a'), killed('b'), successor)).toMatchObject({
      cause: { severity: 'warning', summary: expect.stringMatching(/^1 of 2 workers/) as string },
      obsolete: [],
    });
  });

  it('processes that fall silent together are one problem', () => {
    const late = process('b', { at: NOW - 15 * SECOND });
    expect(missing(killed('a', 21), late)).toMatchObject({ isUndecided: true });
    expect(missing(killed('a', 21), process('b'))).toMatchObject({ isUndecided: false });
    expect(missing(killed('a', 31), late)).toMatchObject({ isUndecided: false });
  });

  it('a process that was there before takes no place', () => {
    expect(missing(killed('a'), process('b', { startedAt: NOW - 31 * SECOND })).cause).not.toBeNull();
  });

  it('nobody misses a process that left, unless it was the last one and none comes within three minutes', () => {
    const left = (minutes: number) => process('a', { hasLeft: true, at: NOW - minutes * 60 * SECOND });
    expect(missing(left(60), process('b'))).toEqual({ cause: null, obsolete: ['a'], isUndecided: false });
    expect(missing(left(2))).toEqual({ cause: null, obsolete: [], isUndecided: false });
    expect(missing(left(4)).cause).toMatchObject({
      severity: 'critical',
      summary: expect.stringMatching(/stopped/) as string,
    });
  });
});
