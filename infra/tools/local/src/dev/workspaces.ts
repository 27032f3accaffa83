import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Folders of the workspace packages that processes run or import. */
export function serviceWorkspaces(checkout: string): string[] {
  const services = readdirSync(path.join(checkout, 'services')).map((name) => path.join('services', name));
  const workspaces = [...services, path.join('infra', 'tools', 'sandbox')].map((workspace) =>
    path.join(checkout, workspace),
  );
  return workspaces.filter((folder) => existsSync(path.join(folder, 'src')));
}

/** The folder of the workspace package that a process runs: `worker-2` runs `services/worker`. */
export function workspaceOf(process: string): string {
  const name = process.replace(/-\d+$/, '');
  return name === 'sandbox' ? 'infra/tools/sandbox' : `services/${name}`;
}

/** A workspace package and the workspace packages that it imports at run time, directly or indirectly. */
export function withDependencies(checkout: string, workspace: string): Set<string> {
  const found = new Set<string>();
  const add = (folder: string) => {
    if (found.has(folder)) return;
    found.add(folder);
    const manifest = readFileSync(path.join(checkout, folder, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
    for (const name of Object.keys(dependencies).filter((each) => each.startsWith('@luit/')))
      add(folderOf(checkout, name));
  };
  add(workspace);
  return found;
}

function folderOf(checkout: string, name: string): string {
  const short = name.replace('@luit/', '');
  return existsSync(path.join(checkout, 'services', short)) ? `services/${short}` : `infra/${short}`;
}

/** Time of the latest change to the JavaScript of a workspace package, in ms since the epoch; 0 if it was never built. */
export function lastBuiltAt(checkout: string, workspace: string): number {
  const dist = path.join(checkout, workspace, 'dist');
  if (!existsSync(dist)) return 0;
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  return Math.max(0, ...files.map((file) => statSync(path.join(dist, file)).mtimeMs));
}
