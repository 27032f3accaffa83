import { describe, expect, it } from 'vitest';
import { stateLabel } from './job-format';

describe('stateLabel', () => {
  it.each([
    ['unknown', 'Unconfirmed'],
    ['pending', 'Queued'],
    ['awaiting_payment', 'Awaiting payment'],
  ])('%s is shown as %s', (state, label) => expect(stateLabel(state)).toBe(label));
});
