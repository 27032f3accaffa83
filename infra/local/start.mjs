// `npm start`: brings a fresh clone to the point where the supervisor can run, and runs it in this same process.
import { buildWebApps, compile, fail, installDependencies, requireNode } from './bootstrap.mjs';

requireNode();
installDependencies();
const [isCompiled, isBuilt] = await Promise.all([compile(), buildWebApps()]);
if (!isCompiled) fail('The TypeScript sources do not compile; the reasons stand above.');
if (!isBuilt) fail('A web app could not be built; the reasons stand above.');
await import('./dist/main.js');
