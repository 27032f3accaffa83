// Copies what the programs of each image load at run time to TARGET/IMAGE, found by tracing their imports, so that images contain
// neither npm's unused files nor development dependencies: node infra/docker/copy-runtime-files.mjs TARGET
import { nodeFileTrace } from '@vercel/nft';
import { existsSync } from 'node:fs';
import { cp, glob } from 'node:fs/promises';
import path from 'node:path';

/** Their paths are put together at run time. */
const BOARD = ['node_modules/@bull-board/ui/dist', 'node_modules/@bull-board/ui/package.json'];
/** services/billing/src/invoices/pdf/fonts.ts chooses by the script of a text. */
const INVOICES = [
  'node_modules/@expo-google-fonts/*/{400Regular,600SemiBold,700Bold}/*.ttf',
  'node_modules/pdfkit/js/{data,standard-fonts}',
];
const MEDIA_PROGRAMS = ['node_modules/@ff*-installer/linux-*/package.json'];
const MEDIA = ['node_modules/dejavu-fonts-ttf/package.json', ...MEDIA_PROGRAMS];
/** Npm's copies of 2018; the images contain Debian's. */
const PACKAGED_MEDIA_PROGRAMS = ['**/@ff*-installer/linux-*/ff{mpeg,probe}'];

const IMAGES = {
  services: {
    programs: [
      'services/auth/dist/main.js',
      'services/auth/dist/migrate.js',
      'services/auth/dist/rotate-keys.js',
      'services/billing/dist/main.js',
      'services/billing/dist/migrate.js',
      'services/generation/dist/main.js',
      'services/generation/dist/migrate.js',
      'services/gateway/dist/main.js',
      'services/gateway/programs/clean-image.mjs',
      'services/gateway/programs/read-image.mjs',
      'services/platform/dist/backups/back-up.main.js',
      'services/platform/dist/backups/restore.main.js',
      'services/platform/dist/backups/scheduled-backups.main.js',
      'services/platform/dist/database/prepare-database.main.js',
      'services/platform/dist/migrations/check-rollback.main.js',
      'infra/doctor/dist/main.js',
    ],
    files: [
      'services/auth/assets',
      'services/*/sql',
      'web/dist',
      'admin-web/dist',
      ...BOARD,
      ...INVOICES,
      ...MEDIA_PROGRAMS,
    ],
    ignore: PACKAGED_MEDIA_PROGRAMS,
  },
  worker: { programs: ['services/worker/dist/main.js'], files: MEDIA, ignore: PACKAGED_MEDIA_PROGRAMS },
  sandbox: { programs: ['infra/sandbox/dist/main.js'], files: ['infra/sandbox/assets', ...MEDIA] },
};

const root = path.resolve(import.meta.dirname, '..', '..');
const target = process.argv[2];
if (!target) throw new Error('Usage: copy-runtime-files.mjs TARGET');

for (const [image, { programs, files, ignore }] of Object.entries(IMAGES)) {
  const { fileList } = await nodeFileTrace(programs, { base: root, ignore });
  const traced = [...fileList].filter((file) => !file.endsWith('.d.ts'));
  const sourceMaps = traced
    .map((file) => `${file}.map`)
    .filter((map) => !map.startsWith('node_modules/') && existsSync(map));
  const others = await Array.fromAsync(glob(files));
  for (const file of [...traced, ...sourceMaps, ...others])
    await cp(path.join(root, file), path.join(target, image, file), { recursive: true, verbatimSymlinks: true });
  process.stdout.write(
    `${image}: ${traced.length} files traced from ${programs.length} programs, ${others.length} others\n`,
  );
}
