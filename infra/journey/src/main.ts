import { addressesFrom } from './addresses';
import { runJourney } from './journey';

async function main(): Promise<void> {
  const started = Date.now();
  const addresses = await addressesFrom(process.argv.slice(2));
  await runJourney(addresses, (step) => console.log(`  ✓ ${step}`));
  console.log(`The journey passed in ${((Date.now() - started) / 1_000).toFixed(1)} s`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
