// `npm run kubernetes` writes what follows from other files: the alerts of the component `monitoring` from infra/prometheus/rules.yml,
// and the Helm chart from the kustomizations. `npm run kubernetes -- --check` writes nothing and exits with 1 if a file is out of date.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../local/command-arguments.cjs';
import { render } from '../local/dist/testing/kustomization.js';
import { chartFiles } from './chart-templates.mjs';
import { prometheusRule } from './prometheus-rule.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const production = path.join(folder, 'overlays', 'production');

function generate() {
  const manifests = render(production, ['../../components/ingress-nginx']);
  const migration = render(path.join(production, 'migrate'));
  const rules = readFileSync(path.join(folder, '..', 'prometheus', 'rules.yml'), 'utf8');
  return {
    'components/monitoring/rules.generated.yaml': prometheusRule(rules),
    ...Object.fromEntries(
      Object.entries(chartFiles(manifests, migration)).map(([name, text]) => [`chart/${name}`, text]),
    ),
  };
}

/** Of manifests that no longer exist. `_helpers.tpl` is written by hand. */
function removeTemplates() {
  const templates = path.join(folder, 'chart', 'templates');
  for (const name of readdirSync(templates)) if (name.endsWith('.yaml')) rmSync(path.join(templates, name));
}

const { options } = readArguments({ command: 'npm run kubernetes', options: { check: null } });
const files = generate();
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const outdated = Object.entries(files).filter(([name, text]) => read(path.join(folder, name)) !== text);
if (options.check) {
  for (const [name] of outdated) console.error(`infra/kubernetes/${name} is out of date. Run: npm run kubernetes`);
  process.exitCode = outdated.length > 0 ? 1 : 0;
} else {
  removeTemplates();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  console.log(`${outdated.length} of ${Object.keys(files).length} files changed`);
}
