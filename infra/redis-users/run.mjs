// `npm run redis-users` regenerates the committed files that define Redis users.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { committedFiles } from '../../services/platform/dist/redis/redis-users.js';
import { readArguments } from '../local/command-arguments.cjs';

readArguments({ command: 'npm run redis-users' });
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const startScript = readFileSync(path.join(root, 'infra', 'redis', 'start.sh'), 'utf8');
for (const [file, content] of Object.entries(committedFiles(startScript)))
  writeFileSync(path.join(root, file), content);
