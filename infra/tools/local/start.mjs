// `npm start`: installs and builds what a fresh clone needs, then runs the supervisor in this process.
import { buildWebApps, compile, fail, installDependencies, requireNode } from './bootstrap.mjs';
import { readStartArguments } from './start-arguments.cjs';

readStartArguments('npm start');
requireNode();
installDependencies();
console.log('Compiling, and building the web apps …');
const [isCompiled, isBuilt] = await Promise.all([compile(), buildWebApps()]);
if (!isCompiled) fail('Compiling failed; see the errors above.');
if (!isBuilt) fail('Building a web app failed; see the errors above.');
console.log('Starting the databases and services …');
await import('./dist/main.js');
