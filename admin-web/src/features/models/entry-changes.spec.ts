import { expect, it } from 'vitest';
import { changesOf } from './entry-changes';

it('changes are named by their path, with added and removed values', () => {
  const before = { name: 'A', price: { perSecond: { '480p': 1 } }, routes: [{ provider: 'fal' }], starts: {} };
  const after = { name: 'B', price: { perSecond: { '480p': 1 } }, routes: [{ provider: 'fal' }, { provider: 'ark' }] };
  expect(changesOf(before, after)).toEqual([
    { path: 'name', before: '"A"', after: '"B"' },
    { path: 'starts', before: '{}', after: null },
    { path: 'routes.1.provider', before: null, after: '"ark"' },
  ]);
});

it('the order of fields is no change', () => {
  expect(changesOf({ a: 1, b: [null] }, { b: [null], a: 1 })).toEqual([]);
});
