import { runCli, runMain } from '../cli';
import { tinyPlan } from './tiny-plan';

const { TINY_DIR = '', TINY_PORT, TINY_STUBBORN } = process.env;

runMain(() =>
  runCli(
    TINY_DIR,
    false,
    tinyPlan({ requestedPort: TINY_PORT ? Number(TINY_PORT) : undefined, stubborn: TINY_STUBBORN === 'yes' }),
  ),
);
