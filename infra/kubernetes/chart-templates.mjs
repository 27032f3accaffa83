import { stringify } from 'yaml';

const SERVICES = ['auth', 'billing', 'generation', 'worker', 'gateway'];
const MARK = /TEMPLATE(\d+)END/g;
const GENERATED = '# Written by `npm run kubernetes` from the overlay `production`.\n';

/** Before the services of a release start. A failed migration stops the release. */
const HOOK = {
  'helm.sh/hook': 'pre-install,pre-upgrade',
  'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
};

/**
 * The files of the Helm chart by name: each manifest is a template, and `values.yaml` contains what installations change.
 *
 * @param manifests of the overlay `production`
 * @param migration its migration step
 */
export function chartFiles(manifests, migration) {
  const chart = new Chart();
  for (const manifest of manifests) chart.add(folderOf(manifest), manifest);
  for (const manifest of migration) chart.add('migration', withHook(manifest));
  return chart.files();
}

class Chart {
  values = {};
  templates = new Map();
  expressions = [];

  add(file, manifest) {
    const copy = structuredClone(manifest);
    // Helm installs into the namespace of the release.
    delete copy.metadata.namespace;
    this.moveToValues(copy);
    const text = stringify(copy, { lineWidth: 0 }).replaceAll(MARK, (_mark, i) => this.expressions[i]);
    const name = `templates/${file}.yaml`;
    this.templates.set(name, [...(this.templates.get(name) ?? []), text]);
  }

  files() {
    const templates = [...this.templates].map(([name, texts]) => [name, GENERATED + texts.join('---\n')]);
    const values = `${GENERATED}# docs/operations/kubernetes.md explains them; .env.example documents the variables of \`config\`.\n`;
    return { 'values.yaml': values + stringify(this.values, { lineWidth: 0 }), ...Object.fromEntries(templates) };
  }

  moveToValues(manifest) {
    const { kind, spec, metadata } = manifest;
    const { name } = metadata;
    if (kind === 'ConfigMap') manifest.data = this.map(['config', name.replace('luit-', '')], manifest.data, 2);
    if (kind === 'ServiceAccount') metadata.annotations = this.annotations(name, metadata.annotations);
    if (kind === 'Deployment' && spec.replicas) spec.replicas = this.number(['replicas', name], spec.replicas);
    if (kind === 'HorizontalPodAutoscaler')
      for (const bound of ['minReplicas', 'maxReplicas'])
        spec[bound] = this.number(['autoscaling', name, bound], spec[bound]);
    if (kind === 'ScaledObject') {
      for (const bound of ['minReplicaCount', 'maxReplicaCount'])
        spec[bound] = this.number(['autoscaling', name, bound], spec[bound]);
      const [{ metadata: trigger }] = spec.triggers;
      trigger.serverAddress = this.text(['autoscaling', name, 'prometheus'], trigger.serverAddress);
    }
    if (kind === 'Ingress') this.moveIngress(manifest);
    for (const container of spec?.template?.spec.containers ?? []) {
      container.image = this.image(container.image);
      if (kind === 'Deployment' && SERVICES.includes(name))
        container.resources = this.map(['resources', name], container.resources, 12);
    }
  }

  moveIngress({ metadata, spec }) {
    const host = this.text(['ingress', 'host'], spec.rules[0].host);
    spec.ingressClassName = this.text(['ingress', 'className'], spec.ingressClassName);
    metadata.annotations = this.map(['ingress', 'annotations'], metadata.annotations, 4);
    spec.tls = [{ hosts: [host], secretName: this.text(['ingress', 'tlsSecret'], spec.tls[0].secretName) }];
    spec.rules[0].host = host;
  }

  /** Workload identity of a cloud; the hook of the migration keeps its own. */
  annotations(name, own) {
    return own ?? this.map(['serviceAccountAnnotations', name], {}, 4);
  }

  image(image) {
    const [repository, tag] = image.split(/:(?=[^/:]+$)/);
    const part = repository.replace(/^.*luit-/, '');
    this.set(['images', part], { repository, tag, digest: '' });
    return this.mark(`{{ include "luit.image" .Values.images.${part} }}`);
  }

  number(keys, value) {
    return this.mark(`{{ ${this.set(keys, value)} }}`);
  }

  text(keys, value) {
    return this.mark(`{{ ${this.set(keys, value)} | quote }}`);
  }

  map(keys, value, indent) {
    return this.mark(`{{- toYaml ${this.set(keys, value)} | nindent ${indent} }}`);
  }

  mark(expression) {
    return `TEMPLATE${this.expressions.push(expression) - 1}END`;
  }

  /** @returns how a template names the value */
  set(keys, value) {
    const last = keys.at(-1);
    const parent = keys.slice(0, -1).reduce((node, key) => (node[key] ??= {}), this.values);
    parent[last] = value;
    return `.Values.${keys.join('.')}`;
  }
}

function folderOf({ kind, metadata }) {
  if (kind === 'ConfigMap') return 'config';
  if (kind === 'NetworkPolicy') return 'network';
  if (kind === 'ServiceAccount') return 'service-accounts';
  return metadata.name;
}

function withHook(manifest) {
  // The service account exists before the job that runs as it.
  const weight = manifest.kind === 'Job' ? '0' : '-1';
  const annotations = { ...HOOK, 'helm.sh/hook-weight': weight };
  return { ...manifest, metadata: { ...manifest.metadata, annotations } };
}
