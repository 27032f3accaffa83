// `npm start`: brings a fresh clone to the point where the supervisor can run, and runs it in this same process.
import { buildWebApps, compile, fail, installDependencies, requireNode } from './bootstrap.mjs';

requireNode();
installDependencies();
if (!compile()) fail('The TypeScript sources do not compile; the reasons stand above.');
if (!buildWebApps()) fail('A web app could not be built; the reasons stand above.');
await import('./dist/main.js');
