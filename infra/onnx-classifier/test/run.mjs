// `npm run onnx-test`: installs the packages of the classifier, which `npm test` does not need, checks its types and runs its tests.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { installPackages, requireNode, root, run } from '../../local/bootstrap.mjs';
import { readArguments } from '../../local/command-arguments.cjs';

readArguments({ command: 'npm run onnx-test' });
requireNode();
const folder = path.join(root, 'infra', 'onnx-classifier');
installPackages(folder);

const areTypesRight = await run('node_modules/typescript/bin/tsc', ['-p', folder]);
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.mjs'));
const { status } = spawnSync(process.execPath, ['--test', ...files], { cwd: import.meta.dirname, stdio: 'inherit' });
process.exitCode = areTypesRight && status === 0 ? 0 : 1;
