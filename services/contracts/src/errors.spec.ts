import { ERROR_STATUS, type ErrorCode, LuitError } from './errors';

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

describe('LuitError', () => {
  it.each(CODES.filter((code) => [503, 507].includes(ERROR_STATUS[code])))('%s says when to retry', (code) => {
    expect(new LuitError(code, 'Not now').retryAfterSeconds).toBeGreaterThan(0);
    expect(new LuitError(code, 'Not now', { retryAfterSeconds: 7 }).retryAfterSeconds).toBe(7);
    expect(LuitError.fromWire({ code, message: 'Not now' }).retryAfterSeconds).toBeGreaterThan(0);
  });

  it('definite failures do not', () => {
    const passing: ErrorCode[] = ['idempotency_in_progress'];
    const definite = CODES.filter(
      (code) => ERROR_STATUS[code] < 500 && ERROR_STATUS[code] !== 429 && !passing.includes(code),
    );
    expect(definite.filter((code) => new LuitError(code, 'No').retryAfterSeconds !== undefined)).toEqual([]);
  });
});
