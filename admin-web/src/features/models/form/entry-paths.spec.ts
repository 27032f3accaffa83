import { expect, it } from 'vitest';
import { valueAt, withValue } from './entry-paths';

const entry = { id: 'a', routes: [{ provider: 'fal' }, { provider: 'ark' }] };

it('values are read by path, and never from a prototype', () => {
  expect(valueAt(entry, 'routes.1.provider')).toBe('ark');
  expect([valueAt(entry, 'routes.2.provider'), valueAt(entry, 'id.length.x'), valueAt(entry, 'constructor')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('a changed copy keeps everything else, and objects on the way are created', () => {
  expect(withValue(entry, 'routes.0.cost.currency', 'USD')).toEqual({
    id: 'a',
    routes: [{ provider: 'fal', cost: { currency: 'USD' } }, { provider: 'ark' }],
  });
  expect(entry.routes[0]).toEqual({ provider: 'fal' });
});

it('undefined removes a field or an item', () => {
  expect(withValue(entry, 'routes.0', undefined)).toEqual({ id: 'a', routes: [{ provider: 'ark' }] });
  expect(withValue(entry, 'id', undefined)).toEqual({ routes: entry.routes });
});

it('a field named __proto__ changes no prototype', () => {
  const changed = withValue({}, '__proto__.polluted', true) as Record<string, unknown>;
  expect([changed.polluted, ({} as Record<string, unknown>).polluted]).toEqual([undefined, undefined]);
});
