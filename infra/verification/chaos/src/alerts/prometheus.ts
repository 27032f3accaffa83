import type { Stack } from '@luit/local/running-stack';
import { freePort } from '@luit/local/port-leases';
import { findOrInstall } from '@luit/local/system-programs';
import { until } from '@luit/smoke/until';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The package that also contains promtool, which `npm test` uses. */
const PROMETHEUS = { names: ['prometheus'], packages: ['prometheus'] };
const TARGETS_INTERVAL = '1s';

export interface FiringAlert {
  labels: { alertname: string } & Record<string, string>;
  annotations: { summary: string };
  state: 'pending' | 'firing';
}

/** A Prometheus server that scrapes every process of a stack. */
export class Prometheus {
  private constructor(
    private readonly url: string,
    private readonly targets: TargetFile,
    private readonly end: () => Promise<void>,
  ) {}

  /**
   * @param interval between two scrapes of a process, and between two evaluations of the rules; also the timeout of a scrape, which
   *   takes 2 s while a store does not answer
   */
  static async start(stack: Stack, rules: string, interval = '3s'): Promise<Prometheus> {
    const program = findOrInstall(PROMETHEUS, (line) => console.log(line));
    const folder = await mkdtemp(path.join(tmpdir(), 'luit-prometheus-'));
    const port = await freePort();
    await writeFile(path.join(folder, 'rules.yml'), rules);
    // JSON is valid YAML.
    const targets = new TargetFile(path.join(folder, 'targets.json'), targetsOf(stack));
    await targets.write();
    await writeFile(path.join(folder, 'prometheus.yml'), JSON.stringify(configuration(interval)));
    const child = spawn(
      program,
      [
        `--config.file=${path.join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${path.join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=warn',
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const ended = once(child, 'exit');
    const prometheus = new Prometheus(`http://127.0.0.1:${port}`, targets, async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    });
    await until('Prometheus to be ready', async () => (await prometheus.isReady()) || undefined, 60_000);
    return prometheus;
  }

  /** Waits until every process has been scraped. */
  async untilScraped(): Promise<void> {
    await until('every process to be scraped', async () => {
      const response = await fetch(`${this.url}/api/v1/targets`);
      const { data } = (await response.json()) as { data: { activeTargets: { health: string }[] } };
      const { activeTargets } = data;
      return (activeTargets.length > 0 && activeTargets.every(({ health }) => health === 'up')) || undefined;
    });
  }

  close(): Promise<void> {
    return this.end();
  }

  /** Makes service discovery lose every process of a service. @returns a function that makes it find them again */
  async lose(service: string): Promise<() => Promise<void>> {
    return this.targets.replace((targets) => targets.filter(({ labels }) => labels.service !== service));
  }

  /** Makes service discovery find another process. @returns a function that makes it lose the process */
  async find(service: string, host: string): Promise<() => Promise<void>> {
    return this.targets.replace((targets) => [...targets, { targets: [host], labels: { service } }]);
  }

  /** Alerts that are pending or firing. */
  async alerts(): Promise<FiringAlert[]> {
    const response = await fetch(`${this.url}/api/v1/alerts`);
    return ((await response.json()) as { data: { alerts: FiringAlert[] } }).data.alerts;
  }

  private async isReady(): Promise<boolean> {
    return (await fetch(`${this.url}/-/ready`)).ok;
  }
}

const configuration = (interval: string) => ({
  global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
  rule_files: ['rules.yml'],
  scrape_configs: [
    { job_name: 'luit', file_sd_configs: [{ files: ['targets.json'], refresh_interval: TARGETS_INTERVAL }] },
  ],
});

interface Target {
  targets: string[];
  labels: { service: string };
}

/** The result of service discovery. */
class TargetFile {
  constructor(
    private readonly file: string,
    private targets: Target[],
  ) {}

  async write(): Promise<void> {
    // Prometheus never reads half a file.
    await writeFile(`${this.file}.new`, JSON.stringify(this.targets));
    await rename(`${this.file}.new`, this.file);
  }

  /** @returns a function that restores the targets of before */
  async replace(change: (targets: Target[]) => Target[]): Promise<() => Promise<void>> {
    const before = this.targets;
    this.targets = change(before);
    await this.write();
    return async () => {
      this.targets = before;
      await this.write();
    };
  }
}

function targetsOf({ processes }: Stack): Target[] {
  return Object.entries(processes).flatMap(([name, { metrics }]) =>
    metrics === null ? [] : [{ targets: [new URL(metrics).host], labels: { service: name.replace(/-\d+$/, '') } }],
  );
}
