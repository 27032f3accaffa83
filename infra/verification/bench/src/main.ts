import { readArguments } from '@luit/local/command-arguments';
import { benchAccountEnumeration } from './account-enumeration';
import { benchApiAcceptance } from './api/api-acceptance';
import { benchApiDeliveries } from './api/api-deliveries';
import { benchApiKeyCheck } from './api/api-key-check';
import { benchApiStreams } from './api/api-streams';
import { benchBudget } from './budget/budget';
import { benchCountedJob } from './budget/counted-job';
import { benchMedia } from './media/media';
import { benchLedger } from './p2-ledger';
import { benchSizes, type Sizes } from './p3-sizes';
import { benchCalls } from './p4-calls';
import { benchOutbox } from './p5-outbox';
import { benchPush } from './p6-push';
import { benchInFlight } from './p7-in-flight';
import { benchFairness } from './p8-fairness';
import { benchRequests } from './p9-requests';
import { benchWorkers } from './p10-workers';
import { benchCpu } from './p12-cpu';
import { benchStart } from './p13-start';
import { benchPeers } from './peers/peers';
import { benchPressure } from './pressure';
import { printTable, type Row } from './report';
import { benchRunners } from './runners';
import { benchSafetyChecks } from './safety-checks';

const BENCHES: Record<string, (sizes: Sizes & { isShort: boolean }) => Promise<Row[]>> = {
  ledger: benchLedger,
  P3: benchSizes,
  P4: benchCalls,
  P5: benchOutbox,
  P6: benchPush,
  P7: benchInFlight,
  P8: benchFairness,
  P9: benchRequests,
  P10: benchWorkers,
  P12: benchCpu,
  P13: benchStart,
  PEERS: benchPeers,
  PRESSURE: benchPressure,
  budget: benchBudget,
  'job-cost': benchCountedJob,
  MEDIA: benchMedia,
  safety: benchSafetyChecks,
  RUNNER: benchRunners,
  API: async () => [
    ...(await benchApiAcceptance()),
    ...(await benchApiKeyCheck()),
    ...(await benchApiStreams()),
    ...(await benchApiDeliveries()),
  ],
  AUTH: benchAccountEnumeration,
};

/**
 * `npm run verify -- bench`, or `npm run verify -- bench ledger P4` for some benchmarks. `--rows 100000 --requests 10000` shorten P3's history,
 * `--lists promo-codes` measures some lists of operators only, and `--short` shows only that PEERS, PRESSURE and MEDIA work.
 */
/** @returns whether no target was missed */
async function main(): Promise<boolean> {
  const { options, names: wanted } = readArguments({
    command: 'npm run verify -- bench',
    names: Object.keys(BENCHES),
    options: { rows: 'N', requests: 'N', lists: 'PATTERN', short: null },
  });
  const { lists, short, ...counts } = options;
  const sizes = {
    isShort: short === true,
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])),
    ...(typeof lists === 'string' && { lists: new RegExp(lists) }),
  };
  const chosen = Object.entries(BENCHES).filter(([id]) => wanted.length === 0 || wanted.includes(id));
  const rows: Row[] = [];
  for (const [id, bench] of chosen) {
    console.log(`${id} …`);
    rows.push(...(await bench(sizes)));
  }
  printTable(rows);
  return rows.every(({ isMet }) => isMet !== false);
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
