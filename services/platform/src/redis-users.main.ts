import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { committedFiles } from './redis-users';

/** `npm run redis-users`: writes the rules of Redis' users to the files that hold them. */
const root = path.resolve(__dirname, '..', '..', '..');
for (const [file, content] of Object.entries(committedFiles())) writeFileSync(path.join(root, file), content);
