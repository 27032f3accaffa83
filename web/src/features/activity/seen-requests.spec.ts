import { describe, expect, it } from 'vitest';
import { aRequest } from '../../testing/fake-server';
import { SeenRequests } from './seen-requests';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

const ended = (id: string, completedAt: string) => aRequest({ id, status: 'completed', completedAt });
const first = ended('q-1', '2026-11-21T04:00:00Z');
const second = ended('q-2', '2026-11-21T05:00:00Z');

describe('SeenRequests', () => {
  it('nothing is unread on a new device; requests that finish later are [G-04]', () => {
    const marks = new SeenRequests('u-1', storage());
    expect(marks.unread([first])).toEqual([]);
    marks.markAll([first]);
    expect(marks.unread([second, first])).toEqual([second]);
    marks.mark('q-2');
    expect(marks.unread([second, first])).toEqual([]);
  });

  it('seen requests are shared between tabs and separate per user', () => {
    const kept = storage();
    const here = new SeenRequests('u-1', kept);
    here.markAll([first]);
    new SeenRequests('u-1', kept).markAll([second]);
    expect(here.unread([second])).toEqual([]);
    expect(new SeenRequests('u-2', kept).isEmpty).toBe(true);
  });

  it('invalid stored data is ignored', () => {
    const kept = storage();
    kept.setItem('luit.seen.u-1', 'nonsense');
    expect(new SeenRequests('u-1', kept).isEmpty).toBe(true);
  });
});
