import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import {
  chartValues,
  KUBERNETES_FOLDER,
  lintChart,
  type Manifest,
  readChartFile,
  readManifests,
  renderChart,
} from './chart';
import { runProgram } from './go-programs';
import { KUBERNETES_VERSIONS, schemasOf } from './schemas';
import {
  containerOf,
  environmentOf,
  matches,
  type NetworkRule,
  type PodTemplate,
  type Selector,
  spec,
  templateOf,
} from './pods';

const root = path.resolve(__dirname, '..', '..', '..', '..');
const SERVICES = ['auth', 'billing', 'generation', 'worker', 'gateway'];
const readManifestFile = (file: string) => readFileSync(path.join(KUBERNETES_FOLDER, file), 'utf8');

/** All that the chart can contain, as for Postgres in the cluster behind a Gateway. */
function allValues() {
  const values = chartValues();
  return {
    ...values,
    config: { ...values.config, database: { POSTGRES_ADDRESS: 'luit-postgres-pooler:5432/luit?sslmode=require' } },
    replicaAddress: 'luit-postgres-ro:5432/luit?sslmode=require',
    gatewayApi: { parents: [{ name: 'public', namespace: 'gateways' }] },
    monitoring: { enabled: true },
  };
}

const ALL = renderChart(allValues());
const INSTALLATIONS: [string, string][] = [
  ['the values of the chart', renderChart(chartValues())],
  [
    'all parts and Postgres in the cluster',
    [ALL, readManifestFile('cloudnative-pg.yaml'), readManifestFile('external-secret.yaml')].join('\n---\n'),
  ],
];

/** Runs a service's configuration parser, which throws with every problem of the environment. */
function parseConfigurationOf(service: string, env: NodeJS.ProcessEnv): void {
  const module = jest.requireActual<Record<string, (env: NodeJS.ProcessEnv) => unknown>>(
    path.join(root, 'services', service, 'src', 'config'),
  );
  const parser = Object.entries(module).find(([name]) => /^(readConfig|\w+Config)$/.test(name))?.[1];
  if (!parser) throw new Error(`${service} exports no configuration parser`);
  parser(env);
}

/** Validates each manifest against the schema of its kind, in which unknown fields are errors. */
function schemaErrors(text: string, version: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-manifests-'));
  const file = path.join(folder, 'manifests.yaml');
  writeFileSync(file, text);
  try {
    runProgram('kubeconform', ['-strict', '-schema-location', schemasOf(version), file]);
    return [];
  } catch (error) {
    const { stdout, message } = error as { stdout?: string; message: string };
    return (stdout ?? message).trim().replaceAll(`${file} - `, '').split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface EgressRule {
  to?: { podSelector?: Selector; namespaceSelector?: Selector }[];
  ports: { port: number }[];
}

const compose = parse(readFileSync(path.join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, { environment: Record<string, string> }>;
};

it.each([
  ['as published', chartValues()],
  ['with all parts', allValues()],
])('Helm finds no mistake in the chart, %s', (_name, values) =>
  expect(lintChart(values)).toContain('0 chart(s) failed'),
);

describe.each(INSTALLATIONS)('with %s', (_name, text) => {
  const manifests = readManifests(text);
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const deployments = of('Deployment');
  const pods = manifests.filter(({ kind }) => ['Deployment', 'Job', 'CronJob'].includes(kind));
  const deployment = (name: string) => deployments.find(({ metadata }) => metadata.name === name) as Manifest;

  it.each(KUBERNETES_VERSIONS)(
    'is valid against the schemas of Kubernetes %s and of the operators',
    (version) => expect(schemaErrors(text, version)).toEqual([]),
    600_000,
  );

  it('has unique names, and leaves the namespace to Helm', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(manifests.filter(({ metadata }) => metadata.namespace)).toEqual([]);
  });

  it('runs every service with the images of one release', () => {
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual([...SERVICES].sort());
    const images = pods.map((manifest) => containerOf(manifest).image);
    expect(new Set(images)).toEqual(
      new Set(['services', 'gateway', 'worker'].map((part) => `registry.example/luit-${part}:0.1.0`)),
    );
  });

  it('the image of each container contains the program that it runs', () => {
    const file = path.join(root, 'infra/deploy/docker/programs.json');
    const programs = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
    for (const { image, args } of pods.map(containerOf)) {
      const part = /\bluit-(\w+)/.exec(image)?.[1] ?? '';
      expect(programs[part]).toEqual(expect.arrayContaining(args.filter((argument) => /\.m?js$/.test(argument))));
    }
  });

  it.each(SERVICES)('%s has health probes and time to drain [SRV-15]', (name) => {
    const { spec: pod } = templateOf(deployment(name));
    const container = containerOf(deployment(name));
    const env = environmentOf(manifests, container);
    const health = container.ports?.find((port) => port.name === 'health')?.containerPort;
    expect(String(health)).toBe(env.HEALTH_PORT);
    expect(env.HEALTH_HOST).toBe('0.0.0.0');
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'health' });
    expect(container.startupProbe?.httpGet).toEqual({ path: '/health/live', port: 'health' });
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'health' });
    expect(pod.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(Number(env.DRAIN_MS));
    expect(container.args).toEqual(['node', '--enable-source-maps', `services/${name}/dist/main.js`]);
    expect(existsSync(path.join(root, 'services', name, 'src', 'main.ts'))).toBe(true);
  });

  it('every workload runs as a service account of its own, without a token', () => {
    const accounts = of('ServiceAccount').map(({ metadata }) => metadata.name);
    const users = pods.map((manifest) => templateOf(manifest).spec.serviceAccountName);
    expect(users.sort()).toEqual(accounts.sort());
  });

  it('no container runs as root, writes to its image or can gain privileges', () => {
    for (const manifest of pods) {
      const { spec: pod } = templateOf(manifest);
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const { securityContext, resources } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(Object.keys(resources.requests)).toEqual(['cpu', 'memory']);
        expect(Object.keys(resources.limits)).toEqual(['cpu', 'memory']);
      }
    }
  });

  it.each(SERVICES)('%s gets a valid configuration', (name) => {
    const container = containerOf(deployment(name));
    expect(() => parseConfigurationOf(name, environmentOf(manifests, container))).not.toThrow();
    expect(() => parseConfigurationOf(name, environmentOf(manifests, container, true))).not.toThrow();
  });

  it.each(SERVICES)('%s gets no variable that Docker Compose does not set', (name) => {
    const known = new Set([
      ...Object.keys(compose.services[name]?.environment ?? {}),
      ...['HEALTH_HOST', 'HEALTH_PORT', 'DRAIN_MS', 'INSTANCE_NAME', 'DB_PASSWORD', 'POSTGRES_ADDRESS'],
      ...['REDIS_PASSWORD', 'REDIS_SCHEME', 'REDIS_ADDRESS', 'REDIS_CA', 'DATABASE_CA', 'DATABASE_REPLICA_URL'],
    ]);
    const variables = Object.keys(environmentOf(manifests, containerOf(deployment(name))));
    expect(variables.filter((variable) => !known.has(variable))).toEqual([]);
  });

  it('contains no secrets and reads them from the Secret luit', () => {
    expect(of('Secret')).toEqual([]);
    const references = pods.flatMap((manifest) =>
      (containerOf(manifest).env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    );
    expect(new Set(references.map(({ name }) => name))).toEqual(new Set(['luit']));
    const guide = readFileSync(path.join(root, 'docs', 'operations', 'kubernetes.md'), 'utf8');
    expect(references.map(({ key }) => key).filter((key) => !guide.includes(`\`${key}\``))).toEqual([]);
    for (const { data } of of('ConfigMap') as unknown as { data: Record<string, string> }[])
      expect(Object.keys(data).filter((key) => /SECRET|PASSWORD|TOKEN|_KEY/.test(key))).toEqual([]);
  });

  it('selectors match the intended pods', () => {
    for (const manifest of deployments) {
      const { selector, template } = spec<{ selector: Selector; template: PodTemplate }>(manifest);
      expect(matches(selector, template.metadata.labels)).toBe(true);
    }
    // The operator of Postgres creates its pods, with the labels of the cluster.
    const managed = of('Cluster').map(({ metadata }) => metadata.labels ?? {});
    const labelSets = [...pods.map((manifest) => templateOf(manifest).metadata.labels), ...managed];
    for (const manifest of of('Service')) {
      const { selector } = spec<{ selector: Record<string, string> }>(manifest);
      const selected = labelSets.filter((labels) => matches({ matchLabels: selector }, labels));
      expect(selected.map((labels) => labels['app.kubernetes.io/name'])).toEqual([manifest.metadata.name]);
    }
    for (const name of SERVICES) {
      const budgets = of('PodDisruptionBudget').filter((manifest) =>
        matches(spec<{ selector: Selector }>(manifest).selector, templateOf(deployment(name)).metadata.labels),
      );
      expect(budgets.map(({ metadata }) => metadata.name)).toEqual([name]);
    }
    for (const manifest of of('NetworkPolicy')) {
      const { podSelector } = spec<{ podSelector: Selector }>(manifest);
      expect(labelSets.some((labels) => matches(podSelector, labels))).toBe(true);
    }
  });

  it('only the gateway accepts traffic from outside, and all other traffic is denied by default', () => {
    const policies = of('NetworkPolicy').map((manifest) => ({
      name: manifest.metadata.name,
      ...spec<{ podSelector: Selector; policyTypes: string[]; ingress?: NetworkRule[] }>(manifest),
    }));
    expect(policies.find(({ name }) => name === 'default-deny')).toEqual({
      name: 'default-deny',
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const open = policies.flatMap(({ podSelector, ingress = [] }) =>
      ingress
        .filter(({ from }) => !from?.length || from.some(({ ipBlock }) => ipBlock))
        .map(({ ports }) => ({ podSelector, ports: ports.map(({ port }) => port) })),
    );
    expect(open).toEqual([{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } }, ports: [8080] }]);
    const routes = [...of('Ingress'), ...of('HTTPRoute')];
    expect(
      routes.map((manifest) => JSON.stringify(manifest.spec).match(/"(?:service|backendRefs)":.?{"name":"(\w+)"/)?.[1]),
    ).toEqual(['gateway']);
  });

  it('the worker can reach Redis and external hosts, but not Postgres or another service', () => {
    const worker = templateOf(deployment('worker')).metadata.labels;
    const rules = of('NetworkPolicy').flatMap((manifest) => {
      const { podSelector, egress = [] } = spec<{ podSelector: Selector; egress?: EgressRule[] }>(manifest);
      return matches(podSelector, worker) ? egress : [];
    });
    expect(rules.flatMap(({ ports }) => ports.map(({ port }) => port)).sort()).not.toContain(5432);
    const managed = of('Cluster').map(({ metadata }) => metadata.labels ?? {});
    const others = [...pods.map((manifest) => templateOf(manifest).metadata.labels), ...managed];
    const reached = rules.flatMap(({ to = [] }) =>
      to.flatMap(({ podSelector, namespaceSelector }) =>
        podSelector && !namespaceSelector ? others.filter((labels) => matches(podSelector, labels)) : [],
      ),
    );
    expect(reached).toEqual([]);
  });

  it('every mounted volume is defined', () => {
    for (const manifest of pods) {
      const volumes = templateOf(manifest).spec.volumes ?? [];
      const names = volumes.map(({ name }) => name);
      expect((containerOf(manifest).volumeMounts ?? []).filter(({ name }) => !names.includes(name))).toEqual([]);
    }
  });
});

describe('the Helm chart', () => {
  const [manifests, withAll] = [readManifests(renderChart(chartValues())), readManifests(ALL)];
  const find = (all: Manifest[], kind: string, name: string) =>
    all.find((manifest) => manifest.kind === kind && manifest.metadata.name === name) as Manifest;
  const named = (kind: string, name: string) => find(manifests, kind, name);

  it('the monitor scrapes the port of the health server of every service', () => {
    const monitor = find(withAll, 'PodMonitor', 'luit');
    const { selector, podMetricsEndpoints } = spec<{ selector: Selector; podMetricsEndpoints: { port: string }[] }>(
      monitor,
    );
    const scraped = withAll.filter(
      (manifest) => manifest.kind === 'Deployment' && matches(selector, templateOf(manifest).metadata.labels),
    );
    expect(scraped.map(({ metadata }) => metadata.name).sort()).toEqual([...SERVICES].sort());
    for (const manifest of scraped)
      expect(containerOf(manifest).ports?.map(({ name }) => name)).toContain(podMetricsEndpoints[0]?.port);
  });

  it('has the alerts of Prometheus’ own rule file', () => {
    const rules = parse(readFileSync(path.join(root, 'infra', 'deploy', 'prometheus', 'rules.yml'), 'utf8')) as unknown;
    expect(find(withAll, 'PrometheusRule', 'luit').spec).toEqual(rules);
  });

  it('puts values where they belong', () => {
    const changed = chartValues();
    Object.assign(changed.ingress ?? {}, { host: 'store.example' });
    Object.assign(changed.replicas ?? {}, { billing: 3 });
    Object.assign(changed.images?.worker ?? {}, { digest: 'sha256:0' });
    const rendered = readManifests(renderChart(changed));
    expect(find(rendered, 'Ingress', 'gateway').spec).toMatchObject({
      rules: [{ host: 'store.example' }],
      tls: [{ hosts: ['store.example'] }],
    });
    expect(find(rendered, 'Deployment', 'billing').spec).toMatchObject({ replicas: 3 });
    expect(containerOf(find(rendered, 'Deployment', 'worker')).image).toBe('registry.example/luit-worker@sha256:0');
  });

  it('has the version of the product', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    expect(parse(readChartFile('Chart.yaml'))).toMatchObject({ version, appVersion: version });
    const tag = { tag: version };
    expect(chartValues().images).toMatchObject({ services: tag, gateway: tag, worker: tag });
  });

  it('migrates before the services of a release start, with the service account of the migration', () => {
    const hooked = manifests.filter(
      ({ metadata }) => 'annotations' in metadata && JSON.stringify(metadata).includes('helm.sh/hook'),
    );
    expect(hooked.map(({ kind, metadata }) => ({ kind, metadata }))).toMatchObject(
      [
        ['ServiceAccount', 'migrate', '-1'],
        ['Job', 'luit-migrate', '0'],
      ].map(([kind, name, weight]) => ({
        kind,
        metadata: { name, annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': weight } },
      })),
    );
  });

  it('scales workers by existing metrics and sets no fixed replica count', () => {
    const services = path.join(root, 'services');
    const sources = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^[^/]+\/src\/.*(?<!\.spec)\.ts$/.test(file),
    );
    const text = sources.map((file) => readFileSync(path.join(services, file), 'utf8')).join('\n');
    const declared = [...text.matchAll(/new Gauge\(\{\s+name: '(luit_\w+)'/g)].map(([, name]) => name);
    const scaled = spec<{ scaleTargetRef: { name: string }; triggers: { metadata: { query: string } }[] }>(
      named('ScaledObject', 'worker'),
    );
    const used = scaled.triggers.flatMap(({ metadata }) => metadata.query.match(/luit_\w+/g) ?? []);
    expect(used).toContain('luit_job_drain_seconds');
    expect(used.filter((name) => !declared.includes(name))).toEqual([]);
    expect(scaled.scaleTargetRef.name).toBe('worker');
    const replicas = ['worker', 'gateway'].map(
      (name) => spec<{ replicas?: number }>(named('Deployment', name)).replicas,
    );
    expect(replicas).toEqual([undefined, undefined]);
  });

  it('a misspelled field and a wrong type are found', () => {
    const broken = structuredClone([named('Deployment', 'auth'), named('ScaledObject', 'worker')]);
    Object.assign(containerOf(broken[0] as Manifest), { readynessProbe: {} });
    Object.assign(broken[1]?.spec as object, { maxReplicaCount: 'ten' });
    const errors = schemaErrors(
      broken.map((manifest) => stringify(manifest)).join('---\n'),
      KUBERNETES_VERSIONS[0] as string,
    );
    expect(errors.sort()).toEqual([
      expect.stringMatching(/^Deployment auth is invalid: .*readynessProbe/),
      expect.stringMatching(/^ScaledObject worker is invalid: .*maxReplicaCount/),
    ]);
  });

  it('stores files in a bucket and keeps no data in the cluster', () => {
    expect(manifests.filter(({ kind }) => ['StatefulSet', 'PersistentVolumeClaim'].includes(kind))).toEqual([]);
    expect((named('ConfigMap', 'luit-storage').data as Record<string, string>).S3_BUCKET).not.toBe('');
  });

  it.each(['auth', 'billing', 'generation'])('runs two replicas of %s', (name) => {
    expect(spec<{ replicas: number }>(named('Deployment', name)).replicas).toBe(2);
  });
});
