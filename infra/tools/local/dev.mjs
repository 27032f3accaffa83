// `npm run dev`: runs the stack from sources. Services restart when their sources change; pages reload through Vite.
import { compile, fail, installDependencies, requireNode } from './bootstrap.mjs';
import { readStartArguments } from './start-arguments.cjs';

const flags = readStartArguments('npm run dev');
requireNode();
installDependencies();
if (!(await compile())) fail('Compiling failed; see the errors above.');
const { runDev } = await import('./dist/dev/run-dev.js');
runDev(flags);
