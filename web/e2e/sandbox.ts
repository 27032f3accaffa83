import { expect } from '@playwright/test';
import { stack } from './creator';

/** Tells the sandbox's vendors how to behave. */
export async function control(path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${stack().sandbox}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

/** Replicate goes wrong in this way until `control('reset')`, or for ten minutes. */
export const misbehave = (kind: string) => control('faults', { target: 'replicate', kind, for_seconds: 600 });
