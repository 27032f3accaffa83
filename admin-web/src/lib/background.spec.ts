import { describe, expect, it } from 'vitest';
import { withBackgroundHeader } from './background';

describe('background requests', () => {
  it('a request is marked as background one minute after the last input and keeps its other headers', async () => {
    let now = 0;
    const page = new EventTarget();
    const sent: Headers[] = [];
    const fetch = withBackgroundHeader(
      (_address, init) => {
        sent.push(new Headers(init?.headers));
        return Promise.resolve(new Response());
      },
      page,
      () => now,
    );
    const ask = async () => {
      await fetch('/api/admin/jobs', { headers: { 'x-other': '1' } });
      const headers = sent.at(-1);
      return [headers?.get('x-background'), headers?.get('x-other')];
    };
    now = 60_000;
    expect(await ask()).toEqual([null, '1']);
    now = 60_001;
    expect(await ask()).toEqual(['1', '1']);
    page.dispatchEvent(new Event('keydown'));
    expect(await ask()).toEqual([null, '1']);
  });
});
