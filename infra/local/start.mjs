// `npm start`: installs and builds what a fresh clone needs, then runs the supervisor in this process.
import { buildWebApps, compile, fail, installDependencies, requireNode } from './bootstrap.mjs';
import { readStartArguments } from './start-arguments.cjs';

readStartArguments('npm start');
requireNode();
installDependencies();
const [isCompiled, isBuilt] = await Promise.all([compile(), buildWebApps()]);
if (!isCompiled) fail('TypeScript compilation failed; see the errors above.');
if (!isBuilt) fail('Building a web app failed; see the errors above.');
await import('./dist/main.js');
