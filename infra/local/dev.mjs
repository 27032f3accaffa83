// `npm run dev`: runs the stack from sources. Services rebuild and restart on change; pages reload through Vite.
import { fail, installDependencies, requireNode, run } from './bootstrap.mjs';

requireNode();
installDependencies();
if (!(await run('node_modules/typescript/bin/tsc', ['-b', 'infra/local'])))
  fail('TypeScript compilation failed; see the errors above.');
const { runDev } = await import('./dist/dev/run-dev.js');
runDev(process.argv.slice(2));
