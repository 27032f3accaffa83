import type { Response } from 'supertest';

interface Allowance {
  /** Requests in a full bucket. */
  size: number;
  /** The time in which an empty bucket becomes full. */
  windowMs: number;
}

/**
 * Sends requests until one is answered with 429, which it returns. On a slow machine, the bucket refills meanwhile.
 *
 * @throws Error if fewer requests pass than the bucket holds, or more than it also got
 */
export async function spendAllowance(
  { size, windowMs }: Allowance,
  send: (n: number) => PromiseLike<Response>,
): Promise<Response> {
  const startedAt = Date.now();
  for (let passed = 0; ; passed += 1) {
    const answer = await send(passed);
    const refilled = Math.ceil(((Date.now() - startedAt) / windowMs) * size);
    if (answer.status === 429) {
      if (passed < size) throw new Error(`Only ${passed} of ${size} requests passed`);
      return answer;
    }
    if (passed >= size + refilled) throw new Error(`${passed + 1} requests passed, ${size} and ${refilled} may`);
  }
}
