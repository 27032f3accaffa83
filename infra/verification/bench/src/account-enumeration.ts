import { randomUUID } from 'node:crypto';
import { addAccounts, post } from './test-accounts';
import { median } from './paired';
import { type Row, formatNumber } from './report';
import { withStack } from './stack-bench';

const SAMPLES = 200;
const MAX_DIFFERENCE_MS = 5;

const BODIES: Record<string, (email: string) => object> = {
  signin: (email) => ({ email, password: 'a wrong guess' }),
  signup: (email) => ({ email, password: 'a good password', name: 'Bench' }),
  forgot: (email) => ({ email }),
  resend: (email) => ({ email }),
};

/**
 * With `AUTH_REVEAL_ACCOUNTS=false`, response times must not reveal whether an address has an account: the medians differ by
 * at most 5 ms.
 */
export async function benchAccountEnumeration(): Promise<Row[]> {
  return withStack(
    async (running) => {
      const rows: Row[] = [];
      for (const [path, bodyOf] of Object.entries(BODIES)) {
        const known = await addAccounts(running, `${path}-`, SAMPLES);
        const times = { known: [] as number[], unknown: [] as number[] };
        const statuses = new Set<number>();
        for (const email of known) {
          for (const [kind, address] of [
            ['known', email],
            ['unknown', `${randomUUID()}@example.com`],
          ] as const) {
            const { status, ms } = await post(running.stack.api, path, bodyOf(address));
            statuses.add(status);
            times[kind].push(ms);
          }
        }
        const [ours, baseline] = [median(times.known), median(times.unknown)];
        rows.push({
          id: 'AUTH',
          metric: `POST /${path}, address with and without an account, median of ${SAMPLES}`,
          ours: `${formatNumber(ours)} ms`,
          baseline: `${formatNumber(baseline)} ms`,
          ratio: `${formatNumber(Math.abs(ours - baseline))} ms apart`,
          target: `≤ ${MAX_DIFFERENCE_MS} ms, one status`,
          isMet: Math.abs(ours - baseline) <= MAX_DIFFERENCE_MS && statuses.size === 1,
        });
      }
      return rows;
    },
    { auth: { AUTH_REVEAL_ACCOUNTS: 'false' } },
  );
}
