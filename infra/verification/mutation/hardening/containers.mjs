import { group, local } from './guards.mjs';

const kubernetes = local('kubernetes.spec.ts');
const container = (name, find, replace, test) => ({
  name,
  file: 'docker-compose.yml',
  find,
  replace,
  spec: local('compose-confinement.spec.ts'),
  test,
});
const manifest = (name, file, find, replace, test) => ({
  name,
  file: `infra/deploy/kubernetes/${file}`,
  find,
  replace,
  spec: kubernetes,
  test,
});
const CONFINED_PODS = 'no container runs as root, writes to its image or can gain privileges';
export const containers = group('containers', [
  container('containers write to their images', '  read_only: true\n', '', 'can write only to its volumes'),
  container('containers keep their capabilities', '  cap_drop: [ALL]\n', '', 'runs as a non-root user'),
  container(
    'containers gain privileges',
    "  security_opt: ['no-new-privileges:true']\n",
    '',
    'runs as a non-root user',
  ),
  container('services run as root', "  user: '1000:1000'\n", '', 'runs as a non-root user'),
  container(
    'containers use any amount of memory',
    '  mem_limit: 768m\n',
    '',
    'has limits for memory, CPU and processes',
  ),
  container('containers use any number of cores', '  cpus: 1\n', '', 'has limits for memory, CPU and processes'),
  container(
    'containers start any number of processes',
    '  pids_limit: 256\n',
    '',
    'has limits for memory, CPU and processes',
  ),
  container(
    'the sandbox listens on all addresses',
    "'127.0.0.1:${SANDBOX_PORT:-8090}:8090'",
    "'${SANDBOX_PORT:-8090}:8090'",
    'publishes ports only on the loopback address, except Caddy',
  ),
  {
    ...container(
      'the worker reaches Postgres',
      'networks: [worker, worker-outside]',
      'networks: [worker, worker-outside, postgres]',
      'the worker shares networks only with',
    ),
    spec: local('compose.spec.ts'),
  },
  {
    ...container(
      'Postgres reaches the internet',
      '  postgres: { internal: true }',
      '  postgres: {}',
      'data networks are internal',
    ),
    spec: local('compose.spec.ts'),
  },
  manifest('pods run as root', 'chart/templates/worker.yaml', '        runAsNonRoot: true\n', '', CONFINED_PODS),
  manifest(
    'pods write to their images',
    'chart/templates/worker.yaml',
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    CONFINED_PODS,
  ),
  manifest(
    'pods gain privileges',
    'chart/templates/gateway.yaml',
    'allowPrivilegeEscalation: false',
    'allowPrivilegeEscalation: true',
    CONFINED_PODS,
  ),
  manifest(
    'pods keep their capabilities',
    'chart/templates/auth.yaml',
    'capabilities: { drop: [ALL] }',
    'capabilities: { drop: [] }',
    CONFINED_PODS,
  ),
  manifest(
    'pods make any system call',
    'chart/templates/billing.yaml',
    'seccompProfile: { type: RuntimeDefault }',
    'seccompProfile: { type: Unconfined }',
    CONFINED_PODS,
  ),
  manifest(
    'pods have a token of the cluster',
    'chart/templates/migration.yaml',
    '      automountServiceAccountToken: false',
    '      automountServiceAccountToken: true',
    CONFINED_PODS,
  ),
  manifest(
    'pods have no limits',
    'chart/values.yaml',
    "    limits: { cpu: '2', memory: 2Gi }\n",
    "    limits: { cpu: '2' }\n",
    CONFINED_PODS,
  ),
  manifest(
    'traffic is allowed by default',
    'chart/templates/network.yaml',
    '  policyTypes: [Ingress, Egress]\n---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: names',
    '  policyTypes: [Ingress]\n---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: names',
    'only the gateway accepts traffic from outside',
  ),
  manifest(
    'the worker reaches Postgres in the cluster',
    'chart/templates/network.yaml',
    'values: [auth, billing, generation, migrate, backup] }',
    'values: [auth, billing, generation, migrate, backup, worker] }',
    'the worker can reach Redis and external hosts, but not Postgres',
  ),
]);
