import { randomUUID } from 'node:crypto';
import { addAccounts, post } from './test-accounts';
import { median } from './paired';
import { type Row, show } from './report';
import { withStack } from './stack-bench';

const SAMPLES = 200;
const MOST_APART_MS = 5;

const ASKED: Record<string, (email: string) => object> = {
  signin: (email) => ({ email, password: 'a wrong guess' }),
  signup: (email) => ({ email, password: 'a good password', name: 'Bench' }),
  forgot: (email) => ({ email }),
  resend: (email) => ({ email }),
};

/**
 * Where accounts are not revealed (`AUTH_REVEAL_ACCOUNTS=false`), answers for an address with an account and for one
 * without come in the same time: one after the other in turn, the medians at most 5 ms apart.
 */
export async function benchAccountEnumeration(): Promise<Row[]> {
  return withStack(
    async (running) => {
      const rows: Row[] = [];
      for (const [path, bodyOf] of Object.entries(ASKED)) {
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
        const [ours, base] = [median(times.known), median(times.unknown)];
        rows.push({
          id: 'AUTH',
          measured: `POST /${path}, address with and without an account, median of ${SAMPLES}`,
          ours: `${show(ours)} ms`,
          base: `${show(base)} ms`,
          ratio: `${show(Math.abs(ours - base))} ms apart`,
          bar: `≤ ${MOST_APART_MS} ms, one status`,
          holds: Math.abs(ours - base) <= MOST_APART_MS && statuses.size === 1,
        });
      }
      return rows;
    },
    { auth: { AUTH_REVEAL_ACCOUNTS: 'false' } },
  );
}
