import path from 'node:path';
import { runCli, runMain } from './cli';
import { parseCli, usage } from './cli-options';
import { planLuit } from './stack';

runMain(async () => {
  const options = parseCli(process.argv.slice(2), process.env, path.resolve(__dirname, '..', '..', '..'));
  if (!options) return console.log(usage('npm start'));
  await runCli(options.luitDir, options.fresh, planLuit({ ...options, savesMemory: true }));
});
