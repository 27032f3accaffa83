import { median } from '../paired';
import { type Row, formatNumber } from '../report';
import { Luit } from './luit';
import { writesPerSecond } from './limit';
import { type Accepted, accepted, type Latency, latencyOf, memoryWithWaiting } from './measurements';
import { processesOf, type PaidJobs } from './paid-jobs';
import { Peer, type PeerName, PEERS, PEERS_FOLDER } from './peer';
import { type Survival, survivalOf } from './treatment';

const CUSTOMERS = 10;
const LIMIT_SECONDS = 3;
/** `burst`: orders of a round. `packs`: that each customer of Luit buys. */
const FULL = { rounds: 6, burst: 1_500, jobs: 100, orders: 200, waitSeconds: 75, waiting: 10_000, packs: 14 };
const SHORT = { rounds: 1, burst: 500, jobs: 20, orders: 40, waitSeconds: 40, waiting: 1_000, packs: 3 };
/** Rounds after which V8 has compiled what an order needs. */
const WARM_UP_ROUNDS = 2;

interface Measured {
  system: PaidJobs;
  /** With Postgres, and Redis if there is one. */
  processes: number;
  latency: Latency;
  survival: Survival;
  accepted: Accepted[];
  memoryMb: number;
}

/** PEERS: the same paid job in Luit and in each peer, as its documentation recommends it. All run at once and are measured in turn. */
export async function benchPeers({ isShort = false }: { isShort?: boolean }): Promise<Row[]> {
  const sizes = isShort ? SHORT : FULL;
  const { installPackages } = await import('../../../../tools/local/bootstrap.mjs');
  installPackages(PEERS_FOLDER);
  const systems: PaidJobs[] = [];
  try {
    systems.push(await Luit.start(CUSTOMERS, sizes.packs));
    for (const name of Object.keys(PEERS) as PeerName[]) systems.push(await Peer.start(name, CUSTOMERS));
    const measured: Measured[] = [];
    for (const system of systems) {
      const processes = processesOf(system).length;
      const latency = await latencyOf(system, sizes.jobs);
      const survival = await survivalOf(system, sizes.orders, sizes.waitSeconds);
      await system.running.stopProcess(system.worker);
      measured.push({ system, processes, latency, survival, accepted: [], memoryMb: Number.NaN });
    }
    for (let round = 0; round < WARM_UP_ROUNDS; round++)
      for (const { system } of measured) await accepted(system, sizes.burst);
    for (let round = 0; round < sizes.rounds; round++)
      for (const each of measured) each.accepted.push(await accepted(each.system, sizes.burst));
    for (const each of measured) each.memoryMb = await memoryWithWaiting(each.system, sizes.waiting);
    printSystems(measured, sizes.waiting);
    const limit = await writesPerSecond(systems[0]!.running.stack.postgres, LIMIT_SECONDS);
    return [...rowsOf(measured), limitRow(measured[0]!, limit)];
  } finally {
    for (const system of systems) await system.close();
  }
}

const rateOf = ({ accepted: rounds }: Measured, figure: keyof Accepted): number =>
  median(rounds.map((round) => round[figure]));

function printSystems(measured: Measured[], waiting: number): void {
  const columns: Record<string, (each: Measured) => string> = {
    system: ({ system }) => system.name,
    processes: ({ processes }) => String(processes),
    'accepted /s': (each) => formatNumber(rateOf(each, 'perSecond')),
    'accepted per processor second': (each) => formatNumber(rateOf(each, 'perProcessorSecond')),
    'order → vendor, p50 and p99': ({ latency }) => `${latency.startP50} and ${latency.startP99} ms`,
    'vendor → owner, p50': ({ latency }) => `${latency.pushP50} ms`,
    'commits and Redis commands per job': ({ latency }) =>
      `${formatNumber(latency.commits)} and ${formatNumber(latency.redisCommands)}`,
    'processor time per job': ({ latency }) => `${formatNumber(latency.cpuMs)} ms`,
    [`memory with ${waiting} waiting, without the worker`]: ({ memoryMb }) => `${formatNumber(memoryMb)} MiB`,
    'bought twice': ({ survival }) => String(survival.bought),
    lost: ({ survival }) => String(survival.lost),
    'wrong balances': ({ survival }) => String(survival.wrong),
    recovered: ({ survival }) => (survival.lost > 0 ? 'no' : `${formatNumber(survival.recoveredSeconds)} s`),
  };
  const names = Object.keys(columns);
  console.log(`\n| ${names.join(' | ')} |\n|${names.map(() => '---').join('|')}|`);
  for (const each of measured) console.log(`| ${names.map((name) => columns[name]!(each)).join(' | ')} |`);
}

const isSound = ({ survival }: Measured): boolean => survival.bought + survival.lost + survival.wrong === 0;

/** Peers that survived the treatment as Luit must, and the others. */
function rowsOf(measured: Measured[]): Row[] {
  const [luit, ...peers] = measured;
  const groups = [
    { others: peers.filter(isSound), metric: 'the best peer with the same guarantees', atLeast: 1.5 },
    { others: peers.filter((peer) => !isSound(peer)), metric: 'the best peer with weaker ones', atLeast: 1 },
  ];
  const rates = groups.flatMap(({ others, metric, atLeast }): Row[] => {
    const best = others.toSorted((a, b) => rateOf(b, 'perProcessorSecond') - rateOf(a, 'perProcessorSecond'))[0];
    if (!best || !luit) return [];
    const ratios = luit.accepted.map((round, i) => round.perProcessorSecond / best.accepted[i]!.perProcessorSecond);
    const [middle, lowest, highest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map(formatNumber);
    return [
      {
        id: 'PEERS',
        metric: `accepted per processor second ÷ ${metric}, ${best.system.name}`,
        ours: `${formatNumber(rateOf(luit, 'perProcessorSecond'))} /s`,
        baseline: `${formatNumber(rateOf(best, 'perProcessorSecond'))} /s`,
        ratio: `${middle} (${lowest}–${highest})`,
        target: `≥ ${atLeast}`,
        isMet: median(ratios) >= atLeast,
      },
    ];
  });
  const survived: Row = {
    id: 'PEERS',
    metric: 'jobs bought twice, lost or with a wrong balance',
    ours: luit ? String(luit.survival.bought + luit.survival.lost + luit.survival.wrong) : '–',
    baseline: '–',
    ratio: '–',
    target: '0',
    isMet: luit ? isSound(luit) : false,
  };
  return [...rates, survived];
}

function limitRow(luit: Measured, limit: number): Row {
  const rate = rateOf(luit, 'perSecond');
  return {
    id: 'PEERS',
    metric: 'accepted ÷ the same writes by pgbench, the limit',
    ours: `${formatNumber(rate)} /s`,
    baseline: `${formatNumber(limit)} /s`,
    ratio: formatNumber(rate / limit),
    target: 'reported',
    isMet: null,
  };
}
