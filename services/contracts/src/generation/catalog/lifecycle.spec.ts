import fc from 'fast-check';
import { isOfferedAt, lifecycleProblems, replacementOf, retirementOf, stateAt } from './lifecycle';
import type { ModelEntry } from './model-entry';
import { SHIPPED_MODELS } from './shipped-models';

const video = SHIPPED_MODELS.find(({ output }) => output === 'video')!;
const photo = SHIPPED_MODELS.find(({ output }) => output === 'restoration')!;
const named = (id: string, changes: Partial<ModelEntry> = {}): ModelEntry => ({ ...video, id, ...changes });
const NOW = new Date('2026-11-29T12:00:00Z');

describe('the state of a model', () => {
  it('a deprecated model is offered until its last day ends in India, and is retired from then on', () => {
    const entry = named('old', { state: 'deprecated', endsAt: '2027-01-12' });
    expect(retirementOf('2027-01-12').toISOString()).toBe('2027-01-12T18:30:00.000Z');
    expect(stateAt(entry, new Date('2027-01-12T18:29:59.999Z'))).toBe('deprecated');
    expect(stateAt(entry, new Date('2027-01-12T18:30:00Z'))).toBe('retired');
  });

  it('changes at most once with time, and only from deprecated to retired', () => {
    const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    const states = fc.constantFrom('draft' as const, 'live' as const, 'deprecated' as const, 'retired' as const);
    fc.assert(
      fc.property(states, times, times, times, (state, end, a, b) => {
        const entry = named('any', {
          state,
          endsAt: state === 'deprecated' ? end.toISOString().slice(0, 10) : undefined,
        });
        const [before, after] = a <= b ? [a, b] : [b, a];
        if (isOfferedAt(entry, after)) expect(isOfferedAt(entry, before)).toBe(true);
        const expected = state === 'deprecated' && after >= retirementOf(entry.endsAt!) ? 'retired' : state;
        expect(stateAt(entry, after)).toBe(expected);
      }),
    );
  });
});

describe('the replacement of a model', () => {
  it('is the one that is offered, also if the named one was replaced', () => {
    const entries = [
      named('first', { state: 'retired', replacement: 'second' }),
      named('second', { state: 'deprecated', endsAt: '2026-11-28', replacement: 'third' }),
      named('third'),
    ];
    expect(replacementOf(entries[0]!, entries, NOW)?.id).toBe('third');
    expect(replacementOf(entries[0]!, entries.slice(0, 2), NOW)).toBeNull();
    expect(replacementOf(named('other', { state: 'retired' }), entries, NOW)).toBeNull();
  });

  it('ends for models that replace each other', () => {
    const entries = [
      named('first', { state: 'retired', replacement: 'second' }),
      named('second', { state: 'retired', replacement: 'first' }),
    ];
    expect(replacementOf(entries[0]!, entries, NOW)).toBeNull();
  });
});

describe('the publication of a state', () => {
  const entries = [
    named('live'),
    named('draft', { state: 'draft' }),
    named('ending', { state: 'deprecated', endsAt: '2099-01-01' }),
    photo,
  ];
  const problems = (changes: Partial<ModelEntry>) =>
    lifecycleProblems(named('old', changes), entries, NOW).map(({ path, message }) => [path, message]);

  it('is accepted with a later day and a live replacement that makes the same', () => {
    expect(problems({ state: 'live' })).toEqual([]);
    expect(problems({ state: 'retired' })).toEqual([]);
    expect(problems({ state: 'deprecated', endsAt: '2026-11-29', replacement: 'live' })).toEqual([]);
  });

  it.each<[string, Partial<ModelEntry>, string, RegExp]>([
    ['a day that has passed', { state: 'deprecated', endsAt: '2026-11-28' }, 'endsAt', /has passed/],
    ['an unknown replacement', { state: 'retired', replacement: 'none' }, 'replacement', /does not exist/],
    ['a draft as replacement', { state: 'retired', replacement: 'draft' }, 'replacement', /is live/],
    ['a replacement that ends as well', { state: 'retired', replacement: 'ending' }, 'replacement', /is live/],
    ['a replacement that makes something else', { state: 'retired', replacement: photo.id }, 'replacement', /: video/],
  ])('%s is refused', (_, changes, path, message) => {
    expect(problems(changes)).toEqual([[path, expect.stringMatching(message)]]);
  });
});
