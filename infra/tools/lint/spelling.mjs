// Checks the spelling of the files that changed against main, and of all files if none did or if the words themselves changed.
// `npm run verify -- lint` always checks all files.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { changedFiles } from '../local/changed-files.mjs';

const root = path.join(import.meta.dirname, '..', '..', '..');
const CHECKED = /\.(ts|tsx|mjs|js|json|md|yml|yaml|sql|html|css|sh)$/;
const WORDS = ['.cspell/words.txt', 'cspell.config.yaml'];

const changed = changedFiles();
const isWhole = changed.length === 0 || changed.some((file) => WORDS.includes(file));
const files = isWhole ? [] : changed.filter((file) => CHECKED.test(file));
const options = ['lint', '--no-progress', '--no-summary', '--show-suggestions', '--no-must-find-files'];
const cspell = path.join(root, 'node_modules', 'cspell', 'bin.mjs');
if (isWhole || files.length > 0) {
  const { status } = spawnSync(process.execPath, [cspell, ...options, ...files], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
