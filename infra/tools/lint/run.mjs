// `npm run lint`: runs oxlint. Its type-aware rules run in a Go program, which uses memory up to this limit instead of collecting garbage
// repeatedly.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const oxlint = path.join(import.meta.dirname, '..', '..', '..', 'node_modules', 'oxlint', 'bin', 'oxlint');
const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '4GiB' };
const { status } = spawnSync(process.execPath, [oxlint, ...process.argv.slice(2)], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
