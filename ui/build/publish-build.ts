import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

/** How long assets stay after a build that no longer contains them, for pages that were opened before. */
const KEPT_FOR_MS = 24 * 60 * 60_000;
/** Inside the output folder, so that files can be renamed to their places. */
const STAGING = '.next';
/** When assets left the build: Unix time in ms by path. */
const SUPERSEDED = '.superseded.json';

/**
 * Builds into a separate folder and then replaces the files of the output folder one by one, each atomically: first the hashed
 * assets, then everything that refers to them. The app can be used meanwhile, and a failed build changes nothing. Assets of
 * earlier builds stay for a day.
 */
export function publishBuild(): Plugin {
  let folder = '';
  let hasFailed = false;
  return {
    name: 'luit-publish-build',
    apply: 'build',
    config({ root = '.', build }) {
      folder = resolve(root, build?.outDir ?? 'dist');
      return { build: { outDir: join(folder, STAGING), emptyOutDir: true } };
    },
    buildEnd(error) {
      hasFailed = error !== undefined;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (!hasFailed) replaceFiles(join(folder, STAGING), folder, Date.now());
      },
    },
  };
}

/** Replaces the files of `folder` by those of `next`, which must be on the same file system, and removes `next`. @param now Unix time in ms */
export function replaceFiles(next: string, folder: string, now: number): void {
  const published = filesIn(next).sort((a, b) => Number(isAsset(b)) - Number(isAsset(a)));
  const earlier = filesIn(folder).filter((file) => !file.startsWith(STAGING + sep) && file !== SUPERSEDED);
  for (const file of published) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    renameSync(join(next, file), join(folder, file));
  }
  const current = new Set(published);
  const known = readSuperseded(folder);
  const superseded: Record<string, number> = {};
  for (const file of earlier.filter((one) => !current.has(one))) {
    const since = known[file] ?? now;
    if (isAsset(file) && now - since < KEPT_FOR_MS) superseded[file] = since;
    else rmSync(join(folder, file));
  }
  writeFileSync(join(next, SUPERSEDED), JSON.stringify(superseded));
  renameSync(join(next, SUPERSEDED), join(folder, SUPERSEDED));
  rmSync(next, { recursive: true });
}

const isAsset = (file: string): boolean => file.startsWith(`assets${sep}`);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
}

function readSuperseded(folder: string): Record<string, number> {
  const file = join(folder, SUPERSEDED);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {};
}
