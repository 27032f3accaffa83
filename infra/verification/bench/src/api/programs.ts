import type { RunningStack } from '@luit/local/running-stack';
import type { LuitClient } from '@luit/smoke/client';
import { fundedCreator } from '../http-load';

/** An account with API keys that may make and read its videos. */
export interface Program {
  creator: LuitClient;
  keys: string[];
}

/** Creates API clients one after the other, because signing up costs processor time. */
export async function newPrograms(
  running: RunningStack,
  count: number,
  packs: number,
  keys: number,
): Promise<Program[]> {
  const programs: Program[] = [];
  for (let i = 0; i < count; i++) programs.push(await newProgram(running, packs, keys));
  return programs;
}

/** @param packs how many of the largest pack the account buys */
export async function newProgram(running: RunningStack, packs: number, keys: number): Promise<Program> {
  const creator = await fundedCreator(running, packs);
  const scopes = ['videos:write', 'videos:read'];
  const program: Program = { creator, keys: [] };
  for (let i = 1; i <= keys; i++) {
    const { key } = await creator.post<{ key: string }>('/api/keys', { name: `Key ${i}`, mode: 'live', scopes });
    program.keys.push(key);
  }
  return program;
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
