const PAUSE_MS = 100;
const DEFAULT_LIMIT_MS = 30_000;

/**
 * Asks again until there is an answer.
 *
 * @throws Error naming what was waited for, with the last failure as its cause
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  limitMs = DEFAULT_LIMIT_MS,
): Promise<T> {
  const end = Date.now() + limitMs;
  let cause: unknown;
  while (Date.now() < end) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`Waited ${limitMs} ms in vain for ${what}`, { cause });
}
