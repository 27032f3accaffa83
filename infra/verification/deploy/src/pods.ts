import type { Manifest } from './chart';

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: {
    secretKeyRef?: { name: string; key: string; optional?: boolean };
    configMapKeyRef?: { name: string; key: string };
    fieldRef?: { fieldPath: string };
  };
}
export interface Probe {
  httpGet?: { path: string; port: string };
}
export interface Container {
  image: string;
  args: string[];
  env: EnvVar[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: Record<string, unknown>;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  volumeMounts?: { name: string }[];
}
export interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: {
    serviceAccountName?: string;
    automountServiceAccountToken?: boolean;
    securityContext: { runAsNonRoot?: boolean; runAsUser?: number };
    terminationGracePeriodSeconds: number;
    containers: Container[];
    volumes?: { name: string }[];
  };
}
export interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: 'In'; values: string[] }[];
}
export type NetworkRule = { from?: { ipBlock?: object }[]; to?: object[]; ports: { port: number }[] };

/** The `spec` of a manifest, cast to its shape; the type check covers it. */
export const spec = <Shape>(manifest: Manifest | undefined): Shape => manifest?.spec as Shape;
type Workload = Partial<{ template: PodTemplate; jobTemplate: { spec: { template: PodTemplate } } }>;
export function templateOf(manifest: Manifest): PodTemplate {
  const { template, jobTemplate } = spec<Workload>(manifest);
  return (template ?? jobTemplate?.spec.template) as PodTemplate;
}
export const containerOf = (manifest: Manifest) => templateOf(manifest).spec.containers[0] as Container;
export const matches = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''));

/** A realistic value for each secret. */
function secretValue(key: string): string {
  const special: Record<string, string> = {
    SMTP_URL: 'smtps://luit:Xu3dq@mail.example:465',
    OIDC_URL: 'https://luit:w81nTq0vLs7eP2xMd6@accounts.example',
    REPLICATE_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    // The example of RFC 8291, section 5.
    VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    // Empty, because the worker refuses any text that is not a certificate with its key. The tests of its settings use a real pair.
    C2PA_CERTIFICATE: '',
    C2PA_KEY: '',
    ADMIN_EMAIL: 'owner@luit.example',
    ADMIN_DATABASE_URL: 'postgres://owner:Qm2xsXz7VbK1mLp0TgRc@postgres.internal.example:5432/luit',
  };
  return special[key] ?? `Zk4p9-${key.toLowerCase().replaceAll('_', '-')}-w81nTq0vLs7eP2xMd6`;
}

/** The environment that Kubernetes gives a container; with `isBare`, without optional secrets. */
export function environmentOf(manifests: Manifest[], container: Container, isBare = false): NodeJS.ProcessEnv {
  const map = (name: string) => {
    const found = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!found) throw new Error(`ConfigMap ${name} does not exist`);
    return found.data as Record<string, string>;
  };
  const env: NodeJS.ProcessEnv = Object.assign(
    {},
    ...(container.envFrom ?? []).map((from) => map(from.configMapRef.name)),
  );
  for (const { name, value, valueFrom } of container.env) {
    const secret = valueFrom?.secretKeyRef;
    if (secret?.optional && isBare) continue;
    if (secret) env[name] = secretValue(secret.key);
    else if (valueFrom?.configMapKeyRef)
      env[name] = map(valueFrom.configMapKeyRef.name)[valueFrom.configMapKeyRef.key] ?? '';
    else if (valueFrom?.fieldRef) env[name] = 'pod-1';
    else env[name] = (value ?? '').replace(/\$\((\w+)\)/g, (_all, other: string) => env[other] ?? `$(${other})`);
  }
  return env;
}
