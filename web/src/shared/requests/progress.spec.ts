import { describe, expect, it } from 'vitest';
import { aRequest } from '../../testing/fake-server';
import { nextProgress, progressText, shownProgress, stepToward } from './progress';

describe('nextProgress', () => {
  it('the percentage is 10 at start, 25 accepted, 50 processing, 100 completed and 0 failed [GEN-09]', () => {
    let shown = 0;
    const steps = (['starting', 'accepted', 'processing', 'completed'] as const).map(
      (stage) => (shown = nextProgress(shown, stage)),
    );
    expect(steps).toEqual([10, 25, 50, 100]);
    expect(nextProgress(76, 'failed')).toBe(0);
    expect(nextProgress(76, 'idle')).toBe(0);
  });

  it('the provider moves the percentage between 50 and 99 and never back', () => {
    expect(nextProgress(50, 'processing', 12)).toBe(50);
    expect(nextProgress(50, 'processing', 73)).toBe(73);
    expect(nextProgress(73, 'processing', 60)).toBe(73);
    expect(nextProgress(73, 'processing', 100)).toBe(99);
    expect(nextProgress(60, 'accepted')).toBe(60);
  });
});

describe('shownProgress', () => {
  it('a request has the same percentage wherever it is shown [GEN-09, G-43]', () => {
    expect(shownProgress(aRequest({ progress: 73 }))).toBe(73);
    expect(shownProgress(aRequest({ progress: 100 }))).toBe(99);
    expect(shownProgress(aRequest({ status: 'completed', progress: 99 }))).toBe(100);
  });

  it('a request in the queue has no percentage, but says that it waits', () => {
    const waiting = aRequest({ jobStatus: 'pending', progress: 25 });
    expect(shownProgress(waiting)).toBeNull();
    expect(progressText(waiting)).toBe('In line');
    expect(progressText(aRequest({ progress: 73 }))).toBe('73%');
  });
});

describe('stepToward', () => {
  it('no step is skipped, however fast the job finished', () => {
    const seen = [0];
    while (seen.at(-1) !== 100) seen.push(stepToward(seen.at(-1) ?? 0, 100));
    expect(seen).toEqual([0, 10, 25, 50, 100]);
  });

  it('progress between steps and a reset apply immediately', () => {
    expect(stepToward(50, 73)).toBe(73);
    expect(stepToward(73, 0)).toBe(0);
  });
});
