import { readArguments } from '@luit/local/command-arguments';
import { measureRecognition } from './recognition';

const MIN_FOUND = 0.95;

/**
 * `npm run verify -- recognition --videos 100 --seed 1`: at least 95 of 100 altered videos of the sandbox are recognized as made here, and none of
 * 100 others.
 */
async function main(): Promise<void> {
  const { options } = readArguments({ command: 'npm run verify -- recognition', options: { videos: 'N', seed: 'N' } });
  const videos = Number(options.videos ?? 100);
  const { found, plain, mistaken } = await measureRecognition(videos, Number(options.seed ?? Date.now()));
  process.stdout.write(
    `Found ${found} of ${videos} altered videos (${plain} too plain); took ${mistaken} of ${videos} others for ours\n`,
  );
  if (found < MIN_FOUND * videos || mistaken > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
