import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

export const CACHE = path.resolve(__dirname, '..', '..', '..', '..', '.cache', 'deploy');

/** Programs that Go builds from their published source. */
const SOURCES = {
  amtool: 'github.com/prometheus/alertmanager/cmd/amtool@v0.28.1',
  helm: 'helm.sh/helm/v4/cmd/helm@v4.3.2',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
};

/** Runs a program, which is built first if it is missing; this takes minutes. @throws Error with its output if it fails */
export function runProgram(name: keyof typeof SOURCES, args: string[]): string {
  const folder = path.join(CACHE, 'bin');
  if (!existsSync(path.join(folder, name))) {
    mkdirSync(folder, { recursive: true });
    go(['install', SOURCES[name]], { GOBIN: folder });
  }
  return execFileSync(path.join(folder, name), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Downloads the source of a Go module, for example `sigs.k8s.io/gateway-api@v1.6.3`. @returns its folder */
export function downloadModule(module: string): string {
  return (JSON.parse(go(['mod', 'download', '-json', module])) as { Dir: string }).Dir;
}

function go(args: string[], env: NodeJS.ProcessEnv = {}): string {
  try {
    return execFileSync('go', args, {
      cwd: CACHE,
      encoding: 'utf8',
      env: { ...process.env, GOFLAGS: '-buildvcs=false', ...env },
    });
  } catch (error) {
    throw new Error(`go ${args.join(' ')} failed. This check needs Go 1.26 or newer (https://go.dev/dl/).`, {
      cause: error,
    });
  }
}
