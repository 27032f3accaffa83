import { startThrowawayStack, NO_RATE_LIMITS } from '@luit/local/throwaway-stack';
import type { Stack } from '@luit/local/running-stack';
import type { CallClient } from '@luit/platform/calls/call-client';
import { connectTestCalls } from '@luit/platform/testing/services';
import { performance } from 'node:perf_hooks';
import { seedLedger, peopleOf } from './ledger-seed';
import { seedOperatorLists } from './operator-list-seed';
import { seedRequests, ownersOf } from './request-seed';

/** Keeps invariant checks out of the measurements. */
const WITHOUT_CHECKS = { CHECK_INTERVAL_MS: '86400000' };

/** A complete stack with a seeded history. */
export interface SeededStack {
  stack: Stack;
  calls: CallClient;
  rows: number;
  requests: number;
  /** Number of users with ledger rows, and number of users with requests. Both are numbered from 1. */
  people: number;
  owners: number;
  close(): Promise<void>;
}

export async function startSeededStack(rows: number, requests: number): Promise<SeededStack> {
  const env = { billing: WITHOUT_CHECKS, generation: WITHOUT_CHECKS, gateway: NO_RATE_LIMITS };
  const { running, close } = await startThrowawayStack({ env });
  try {
    const { stack } = running;
    const start = performance.now();
    await Promise.all([seedLedger(stack.postgres, rows), seedRequests(stack.postgres, requests)]);
    await seedOperatorLists(stack.postgres);
    const seconds = ((performance.now() - start) / 1_000).toFixed(0);
    console.log(`  ${rows} ledger rows and ${requests} requests in ${seconds} s`);
    const calls = await connectTestCalls(stack.redis);
    return {
      stack,
      calls: calls.client,
      rows,
      requests,
      people: peopleOf(rows),
      owners: ownersOf(requests),
      close: async () => {
        await calls.close();
        await close(true);
      },
    };
  } catch (error) {
    await close(true);
    throw error;
  }
}

/** The id of a random user out of `people`. */
export function personOf(people: number): string {
  return personAt(Math.floor(Math.random() * people) + 1);
}

export function personAt(n: number): string {
  return `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}
