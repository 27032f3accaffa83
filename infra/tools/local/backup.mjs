// `npm run backup -- FOLDER`: backs up the running stack of `npm start`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, root } from './bootstrap.mjs';
import { readArguments } from './command-arguments.cjs';

const { value: folder } = readArguments({
  command: 'npm run backup',
  value: { label: 'FOLDER', pattern: /./, isRequired: true },
});
const luitDir = path.resolve(root, process.env.LUIT_DIR || '.luit');
const stackFile = path.join(luitDir, 'stack.json');
if (!existsSync(stackFile)) fail(`No stack is running in ${luitDir}. Start one with npm start.`);

const script = path.join(root, 'services', 'platform', 'dist', 'backups', 'back-up.main.js');
const { status } = spawnSync(process.execPath, [script, path.resolve(folder)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ADMIN_DATABASE_URL: JSON.parse(readFileSync(stackFile, 'utf8')).postgres,
    STORAGE_DIR: path.join(luitDir, 'storage'),
  },
});
process.exitCode = status ?? 1;
