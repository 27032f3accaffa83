import { spawnSync } from 'node:child_process';
import { root } from './bootstrap.mjs';

/** The lines that git prints; none if it fails, as outside a repository. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}

/** The last common commit with `main`; undefined if there is none. */
export function mergeBase() {
  const [main] = git('for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main', 'refs/heads/main').reverse();
  return main && git('merge-base', 'HEAD', main)[0];
}

/** The files that differ from `main`, committed or not, including new files and excluding deleted ones; none if there is no `main`. */
export function changedFiles() {
  const base = mergeBase();
  if (!base) return [];
  return [...git('diff', '--name-only', '--diff-filter=d', base), ...git('ls-files', '--others', '--exclude-standard')];
}
