import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROMETHEUS, promtool, RULE_TESTS } from './testing/promtool';

const root = path.resolve(__dirname, '..', '..', '..', '..');
const dashboards = path.join(root, 'infra', 'deploy', 'grafana', 'dashboards');
const runbooks = path.join(root, 'docs', 'operations', 'alerts.md');

interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

/** Names of the metrics that the source code declares. */
function declaredMetrics(): string[] {
  const services = path.join(root, 'services');
  const sources = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[^/]+\/src\/.*(?<!\.spec)\.ts$/.test(file),
  );
  const text = sources.map((file) => readFileSync(path.join(services, file), 'utf8')).join('\n');
  return [...text.matchAll(/name: '(luit_\w+)'/g)].map(([, name]) => name ?? '');
}

const rules = readFileSync(path.join(PROMETHEUS, 'rules.yml'), 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
const boards = readdirSync(dashboards).map(
  (file) => JSON.parse(readFileSync(path.join(dashboards, file), 'utf8')) as Dashboard,
);
const expressions = boards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));

describe('monitoring', () => {
  it('Prometheus accepts the configuration and the rules', () => {
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS');
    expect(promtool('check', 'rules', 'rules.yml')).toContain(`${alerts.length} rules found`);
  });

  it('each alert has a test of its cause, which npm run verify -- slow runs', () => {
    const tests = RULE_TESTS.map((file) => readFileSync(path.join(PROMETHEUS, file), 'utf8')).join('');
    expect(alerts.filter((name) => !tests.includes(`- name: ${name}\n`))).toEqual([]);
  });

  it('npm run verify -- alerts has a cause for each alert', () => {
    const causes = readFileSync(
      path.join(root, 'infra', 'verification', 'chaos', 'src', 'alerts', 'causes.ts'),
      'utf8',
    );
    expect(alerts.filter((name) => !causes.includes(`'${name}'`))).toEqual([]);
  });

  it('each alert has a runbook', () => {
    const titles = [...readFileSync(runbooks, 'utf8').matchAll(/^### (Luit\w+)/gm)].map(([, title]) => title);
    expect(titles).toEqual(alerts);
  });

  it('alerts and dashboards use existing metrics', () => {
    const known = new Set(declaredMetrics());
    const used = [rules, ...expressions].flatMap((text) => text.match(/luit_\w+/g) ?? []);
    const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
    expect(used.filter((name) => !known.has(name) && !known.has(base(name)))).toEqual([]);
    expect(known.size).toBeGreaterThan(20);
  });

  it('Prometheus can parse the query of every dashboard panel', () => {
    expect(new Set(boards.map(({ uid }) => uid)).size).toBe(4);
    const folder = mkdtempSync(path.join(tmpdir(), 'luit-panels-'));
    const file = path.join(folder, 'panels.yml');
    try {
      // JSON is valid YAML. Checked as recording rules, the expressions need no data.
      const asRules = expressions.map((expr, i) => ({ record: `panel_${i}`, expr }));
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }));
      expect(promtool('check', 'rules', file)).toContain(`${expressions.length} rules found`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
