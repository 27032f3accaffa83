import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { committedFiles } from './redis-users';

/** `npm run redis-users`: regenerates the committed files that define Redis users. */
const root = path.resolve(__dirname, '..', '..', '..', '..');
const startScript = readFileSync(path.join(root, 'infra', 'redis', 'start.sh'), 'utf8');
for (const [file, content] of Object.entries(committedFiles(startScript)))
  writeFileSync(path.join(root, file), content);
