import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { CACHE, downloadModule } from './go-programs';

/** The versions of Kubernetes that manifests are checked against. */
export const KUBERNETES_VERSIONS = ['1.36.3', '1.37.2'];

/** Folders with the definitions of the operators that the manifests use. */
const OPERATORS: [module: string, folder: string][] = [
  ['github.com/kedacore/keda/v2@v2.21.0', 'config/crd/bases'],
  ['github.com/prometheus-operator/prometheus-operator@v0.85.0', 'example/prometheus-operator-crd'],
  ['github.com/cloudnative-pg/cloudnative-pg@v1.30.0', 'config/crd/bases'],
  ['github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0', 'config/crd/bases'],
  ['github.com/external-secrets/external-secrets@v1.3.2', 'config/crds/bases'],
  ['sigs.k8s.io/gateway-api@v1.6.3', 'config/crd/standard'],
];

type Schema = Record<string, unknown>;
interface CustomResource {
  kind: string;
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[];
  };
}
interface OpenApi {
  definitions: Record<
    string,
    Schema & { 'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[] }
  >;
}

/** Unknown fields are errors, as with the strict validation of the server. */
function strict(schema: Schema): Schema {
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (schema['x-kubernetes-preserve-unknown-fields']) return schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, strict(of)])),
      additionalProperties: schema.additionalProperties ?? false,
    }),
    ...(typeof schema.items === 'object' && { items: strict(schema.items as Schema) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: strict(schema.additionalProperties as Schema),
    }),
  };
}

/**
 * Writes one JSON Schema for each kind of a version of Kubernetes and of the operators, from their published sources.
 * @returns the location of the schemas, as kubeconform expects it
 */
export function schemasOf(version: string): string {
  const folder = path.join(CACHE, 'schemas', version);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    try {
      writeKinds(folder, version);
      OPERATORS.forEach((operator) => writeOperator(folder, ...operator));
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
  }
  return `${folder}/{{ .Group }}-{{ .ResourceAPIVersion }}-{{ .ResourceKind }}.json`;
}

const write = (folder: string, group: string, version: string, kind: string, schema: Schema) =>
  writeFileSync(path.join(folder, `${group}-${version}-${kind.toLowerCase()}.json`), JSON.stringify(schema));

function writeKinds(folder: string, version: string): void {
  const file = path.join(downloadModule(`k8s.io/kubernetes@v${version}`), 'api/openapi-spec/swagger.json');
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
  const ofAll = Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, strict(schema)]));
  // Written as text or number; the definition says text.
  ofAll['io.k8s.apimachinery.pkg.util.intstr.IntOrString'] = { type: ['string', 'integer'] };
  ofAll['io.k8s.apimachinery.pkg.api.resource.Quantity'] = { type: ['string', 'number'] };
  writeFileSync(path.join(folder, 'definitions.json'), JSON.stringify({ definitions: ofAll }));
  for (const [name, { 'x-kubernetes-group-version-kind': kinds = [] }] of Object.entries(definitions))
    for (const { group, version: apiVersion, kind } of kinds)
      // kubeconform names the group without a name by its version.
      write(folder, group || apiVersion, apiVersion, kind, { $ref: `definitions.json#/definitions/${name}` });
}

function writeOperator(folder: string, module: string, definitionsFolder: string): void {
  const definitions = path.join(downloadModule(module), definitionsFolder);
  for (const file of readdirSync(definitions).filter((name) => name.endsWith('.yaml')))
    for (const document of parseAllDocuments(readFileSync(path.join(definitions, file), 'utf8'))) {
      const resource = document.toJS() as CustomResource | null;
      if (resource?.kind !== 'CustomResourceDefinition') continue;
      const { group, names, versions } = resource.spec;
      for (const { name, schema } of versions) {
        const { properties, ...rest } = schema.openAPIV3Schema as { properties: Schema };
        const metadata = { metadata: { type: 'object' } };
        write(folder, group, name, names.kind, strict({ ...rest, properties: { ...properties, ...metadata } }));
      }
    }
}
