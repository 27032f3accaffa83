import { until } from '@luit/smoke/until';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { type Cause, lastingCause, createWaves } from './causes';
import { Prometheus } from './prometheus';
import { alertNames, shortenedRules } from './shortened-rules';
import { Traffic } from './traffic';

const RULES = path.resolve(__dirname, '..', '..', '..', 'prometheus', 'rules.yml');
const CALM_MS = 20_000;
const WITHIN_MS = 240_000;

interface Line {
  alert: string;
  cause: string;
  summary: string;
  firedAfterS: number;
  clearedAfterS: number;
}

/** A cause that was made, and what became of it so far. */
interface Made {
  cause: Cause;
  at: number;
  undo: () => Promise<unknown>;
}

/**
 * `npm run alerts-test`, or `npm run alerts-test -- LuitPushLatencyHigh` for some: every rule of infra/prometheus/rules.yml, fired by
 * its cause in a whole stack, as Debian's Prometheus reads it from the real metrics of the real processes; then cleared by
 * taking the cause away.
 */
async function main(): Promise<void> {
  const rules = await readFile(RULES, 'utf8');
  const asked = process.argv.slice(2);
  const wanted = alertNames(rules).filter((name) => asked.length === 0 || asked.includes(name));
  const intervals = { INVARIANTS_INTERVAL_MS: '500' };
  const cluster = await TestCluster.open(1, ['gateway', 'billing'], {
    billing: {
      ...intervals,
      COMPARE_PAYMENTS_INTERVAL_MS: '2000',
      COMPARE_REFUNDS_INTERVAL_MS: '2000',
      POLL_SCHEDULE_MS: '2000,4000,6000,8000,10000,15000,20000,30000,60000,120000',
    },
    generation: { ...intervals, MODEL_PROVIDERS: '{"seedance":["fal"]}', USER_CONCURRENCY: '1000' },
  });
  const prometheus = await Prometheus.start(cluster.stack, shortenedRules(rules));
  const traffic = await Traffic.open(cluster);
  try {
    const lines = await inTurn(wavesFor(wanted, cluster, traffic), new Watch(prometheus));
    const missing = wanted.filter((name) => !lines.some(({ alert }) => alert === name));
    tell(lines);
    if (missing.length > 0) throw new Error(`Nothing here causes ${missing.join(', ')}`);
  } finally {
    await traffic.close();
    await prometheus.close();
    await cluster.close(true);
  }
}

/** Those that cause one of these alerts; what lasts is made first, and seen last. */
function wavesFor(wanted: string[], cluster: TestCluster, traffic: Traffic): { lasting: Cause[]; waves: Cause[][] } {
  const ofThese = (causes: Cause[]) => causes.filter(({ alerts }) => alerts.some((alert) => wanted.includes(alert)));
  return { lasting: ofThese([lastingCause(cluster)]), waves: createWaves(cluster, traffic).map(ofThese) };
}

async function inTurn({ lasting, waves }: { lasting: Cause[]; waves: Cause[][] }, watch: Watch): Promise<Line[]> {
  await pause(CALM_MS);
  await watch.nothingFires();
  console.log(`Nothing fires while all is well for ${CALM_MS / 1_000} s`);
  const begun = await makeEach(lasting);
  const lines: Line[] = [];
  try {
    for (const wave of waves) {
      await watch.isQuiet(wave);
      lines.push(...(await watch.through(await makeEach(wave))));
    }
  } catch (error) {
    await Promise.all(begun.map(({ undo }) => undo()));
    throw error;
  }
  lines.push(...(await watch.through(begun)));
  return lines;
}

/** One after the other: one may need what the next breaks. */
async function makeEach(causes: Cause[]): Promise<Made[]> {
  const made: Made[] = [];
  for (const cause of causes) made.push(await make(cause));
  return made;
}

async function make(cause: Cause): Promise<Made> {
  const at = Date.now();
  console.log(`… ${cause.what}`);
  return { cause, at, undo: await cause.make() };
}

/** Sees alerts come and go. */
class Watch {
  constructor(private readonly prometheus: Prometheus) {}

  async nothingFires(): Promise<void> {
    const firing = (await this.prometheus.alerts()).filter(({ state }) => state === 'firing');
    if (firing.length === 0) return;
    throw new Error(`Fires although all is well: ${firing.map(({ labels }) => JSON.stringify(labels)).join(', ')}`);
  }

  /** What an earlier cause left has passed, so that what fires next is this one's. */
  async isQuiet(causes: Cause[]): Promise<void> {
    for (const alert of causes.flatMap(({ alerts }) => alerts)) await this.cleared(alert);
  }

  /** Waits until every alert of these causes fires, puts them right, and waits until none of them does. */
  async through(made: Made[]): Promise<Line[]> {
    const lines = await Promise.all(made.flatMap((each) => each.cause.alerts.map((alert) => this.fired(alert, each))));
    await Promise.all(made.map(({ undo }) => undo()));
    const since = Date.now();
    return Promise.all(
      lines.map(async (line) => {
        await this.cleared(line.alert);
        return { ...line, clearedAfterS: (Date.now() - since) / 1_000 };
      }),
    );
  }

  private async fired(alert: string, { cause, at }: Made): Promise<Line> {
    const { annotations } = await until(`${alert} to fire`, () => this.find(alert), WITHIN_MS);
    const firedAfterS = (Date.now() - at) / 1_000;
    console.log(`  ${alert} fires after ${firedAfterS.toFixed(0)} s: ${annotations.summary}`);
    return { alert, cause: cause.what, summary: annotations.summary, firedAfterS, clearedAfterS: 0 };
  }

  private async cleared(alert: string): Promise<void> {
    await until(`${alert} to clear`, async () => !(await this.find(alert)) || undefined, WITHIN_MS);
  }

  private async find(alert: string) {
    const alerts = await this.prometheus.alerts();
    return alerts.find(({ labels, state }) => labels.alertname === alert && state === 'firing');
  }
}

function tell(lines: Line[]): void {
  console.log('\n| alert | caused by | fired after | cleared after |\n|---|---|---|---|');
  for (const { alert, cause, firedAfterS, clearedAfterS } of lines) {
    console.log(`| ${alert} | ${cause} | ${firedAfterS.toFixed(0)} s | ${clearedAfterS.toFixed(0)} s |`);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
