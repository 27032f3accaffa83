import { readArguments } from '@luit/local/command-arguments';
import { until } from '@luit/smoke/until';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { BackupsServer } from './backups-server';
import { ALWAYS_FIRING, type Cause, lastingCause, createWaves } from './causes';
import { ClassifierServer } from './classifier-server';
import { Prometheus } from './prometheus';
import { alertNames, shortenedRules } from './shortened-rules';
import { Traffic } from './traffic';
import { WebServer } from './web-server';

const RULES = path.resolve(__dirname, '..', '..', '..', '..', 'deploy', 'prometheus', 'rules.yml');
const HEALTHY_MS = 20_000;
const TIMEOUT_MS = 240_000;

interface Result {
  alert: string;
  cause: string;
  summary: string;
  firedAfterS: number;
  clearedAfterS: number;
}

/** A cause that was injected and not undone yet. */
interface ActiveCause {
  cause: Cause;
  at: number;
  undo: () => Promise<unknown>;
}

/**
 * `npm run verify -- alerts`, or `npm run verify -- alerts LuitPushLatencyHigh` for some alerts: fires every rule of
 * infra/deploy/prometheus/rules.yml by injecting its cause into a complete stack that a real Prometheus scrapes, then checks that
 * the alert clears once the cause is gone.
 */
async function main(): Promise<void> {
  const rules = await readFile(RULES, 'utf8');
  const { names: chosen } = readArguments({ command: 'npm run verify -- alerts', names: alertNames(rules) });
  const wanted = alertNames(rules).filter(
    (name) => name !== ALWAYS_FIRING && (chosen.length === 0 || chosen.includes(name)),
  );
  const intervals = { CHECK_INTERVAL_MS: '500' };
  const [webServer, classifier, backups] = await Promise.all([
    WebServer.open(),
    ClassifierServer.open(),
    BackupsServer.open(),
  ]);
  const cluster = await TestCluster.open(1, ['gateway', 'billing'], {
    gateway: { WEB_URL: webServer.url },
    billing: intervals,
    generation: {
      ...intervals,
      MODEL_PROVIDERS: '{"seedance":["fal"]}',
      USER_CONCURRENCY: '1000',
      SAFETY_CLASSIFIER_URL: classifier.url,
    },
  });
  const prometheus = await Prometheus.start(cluster.stack, shortenedRules(rules));
  await prometheus.find('backups', backups.host);
  const traffic = await Traffic.open(cluster);
  try {
    const results = await runWaves(
      wavesFor(wanted, createWaves(cluster, traffic, prometheus, webServer, classifier), lastingCause(cluster)),
      new AlertWatcher(prometheus, wanted),
    );
    const missing = wanted.filter((name) => !results.some(({ alert }) => alert === name));
    printResults(results);
    if (missing.length > 0) throw new Error(`No cause fires ${missing.join(', ')}`);
  } finally {
    await traffic.close();
    await prometheus.close();
    await cluster.close(true);
    webServer.close();
    classifier.close();
    backups.close();
  }
}

/** Causes of the wanted alerts. */
function wavesFor(wanted: string[], waves: Cause[][], lasting: Cause): { lasting: Cause[]; waves: Cause[][] } {
  const onlyWanted = (causes: Cause[]) => causes.filter(({ alerts }) => alerts.some((alert) => wanted.includes(alert)));
  return { lasting: onlyWanted([lasting]), waves: waves.map(onlyWanted) };
}

/** Injects one wave after the other. Lasting causes are injected first and checked last. */
async function runWaves(
  { lasting, waves }: { lasting: Cause[]; waves: Cause[][] },
  watcher: AlertWatcher,
): Promise<Result[]> {
  await pause(HEALTHY_MS);
  await watcher.assertNoneFires();
  console.log(`None of the alerts fires in a healthy stack within ${HEALTHY_MS / 1_000} s`);
  const active = await injectEach(lasting);
  const results: Result[] = [];
  try {
    for (const wave of waves) {
      await watcher.untilAllClear(wave);
      results.push(...(await watcher.verify(await injectEach(wave))));
    }
  } catch (error) {
    await Promise.all(active.map(({ undo }) => undo()));
    throw error;
  }
  results.push(...(await watcher.verify(active)));
  return results;
}

/** Injects causes in order, because a cause may need something that the next one breaks. */
async function injectEach(causes: Cause[]): Promise<ActiveCause[]> {
  const active: ActiveCause[] = [];
  for (const cause of causes) active.push(await inject(cause));
  return active;
}

async function inject(cause: Cause): Promise<ActiveCause> {
  const at = Date.now();
  console.log(`… ${cause.description}`);
  return { cause, at, undo: await cause.inject() };
}

/** Waits for the wanted alerts to fire and to clear. */
class AlertWatcher {
  constructor(
    private readonly prometheus: Prometheus,
    private readonly wanted: string[],
  ) {}

  async assertNoneFires(): Promise<void> {
    const firing = (await this.prometheus.alerts()).filter(
      ({ state, labels }) => state === 'firing' && this.wanted.includes(labels.alertname),
    );
    if (firing.length === 0) return;
    throw new Error(`Alerts fire in a healthy stack: ${firing.map(({ labels }) => JSON.stringify(labels)).join(', ')}`);
  }

  /** Waits until the alerts of these causes have cleared after earlier causes. */
  async untilAllClear(causes: Cause[]): Promise<void> {
    for (const alert of causes.flatMap(({ alerts }) => alerts)) await this.untilClear(alert);
  }

  /** Waits until every alert of these causes fires, ends the causes, and waits until all alerts have cleared. */
  async verify(active: ActiveCause[]): Promise<Result[]> {
    let results: Result[];
    try {
      results = await Promise.all(
        active.flatMap((each) => each.cause.alerts.map((alert) => this.untilFiring(alert, each))),
      );
    } finally {
      await Promise.all(active.map(({ undo }) => undo()));
    }
    const since = Date.now();
    return Promise.all(
      results.map(async (result) => {
        await this.untilClear(result.alert);
        return { ...result, clearedAfterS: (Date.now() - since) / 1_000 };
      }),
    );
  }

  private async untilFiring(alert: string, { cause, at }: ActiveCause): Promise<Result> {
    const { annotations } = await until(`${alert} to fire`, () => this.find(alert), TIMEOUT_MS);
    const firedAfterS = (Date.now() - at) / 1_000;
    console.log(`  ${alert} fires after ${firedAfterS.toFixed(0)} s: ${annotations.summary}`);
    return { alert, cause: cause.description, summary: annotations.summary, firedAfterS, clearedAfterS: 0 };
  }

  private async untilClear(alert: string): Promise<void> {
    const isClear = async () => {
      const firing = await this.find(alert);
      if (firing) throw new Error(firing.annotations.summary);
      return true;
    };
    await until(`${alert} to clear`, isClear, TIMEOUT_MS);
  }

  private async find(alert: string) {
    const alerts = await this.prometheus.alerts();
    return alerts.find(({ labels, state }) => labels.alertname === alert && state === 'firing');
  }
}

function printResults(results: Result[]): void {
  console.log('\n| alert | caused by | fired after | cleared after |\n|---|---|---|---|');
  for (const { alert, cause, firedAfterS, clearedAfterS } of results) {
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
