import path from 'node:path';
import { readStartArguments } from '@luit/local/start-arguments';
import { runCli, runMain } from './cli';
import { readCliOptions } from './cli-options';
import { planLuit } from './stack';

runMain(async () => {
  const checkout = path.resolve(__dirname, '..', '..', '..', '..');
  const options = readCliOptions(readStartArguments('npm start'), process.env, checkout);
  await runCli(options.luitDir, options.fresh, planLuit({ ...options, savesMemory: true }));
});
