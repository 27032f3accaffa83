import { ArgumentError } from '@luit/local/command-arguments';
import { addressesFrom } from './addresses';
import { runSmokeTest } from './smoke-test';

async function main(): Promise<void> {
  const started = Date.now();
  const addresses = await addressesFrom(process.argv.slice(2));
  await runSmokeTest(addresses, (step) => console.log(`  ✓ ${step}`));
  console.log(`The smoke test passed in ${((Date.now() - started) / 1_000).toFixed(1)} s`);
}

main().catch((error: unknown) => {
  const isUsage = error instanceof ArgumentError;
  console.error(isUsage ? error.message : error);
  process.exitCode = isUsage ? 2 : 1;
});
