// Copies the files that the programs of each image load at run time to TARGET/IMAGE. It traces their imports, so images contain neither
// npm's unused files nor development dependencies: node infra/deploy/docker/copy-runtime-files.mjs TARGET
import { nodeFileTrace } from '@vercel/nft';
import { existsSync } from 'node:fs';
import { cp, glob } from 'node:fs/promises';
import path from 'node:path';
import PROGRAMS from './programs.json' with { type: 'json' };

/** Their paths are put together at run time. */
const BOARD = ['node_modules/@bull-board/ui/dist', 'node_modules/@bull-board/ui/package.json'];
/** services/billing/src/invoices/pdf/fonts.ts chooses by the script of a text. */
const INVOICES = [
  'node_modules/@expo-google-fonts/*/{400Regular,600SemiBold,700Bold}/*.ttf',
  'node_modules/pdfkit/js/{data,standard-fonts}',
];
const MEDIA_PROGRAMS = ['node_modules/@ff*-installer/linux-*/package.json'];
const MEDIA = ['node_modules/dejavu-fonts-ttf/package.json', ...MEDIA_PROGRAMS];
/** services/worker/src/outputs/ai-label.ts */
const LABELS = ['node_modules/@expo-google-fonts/*/400Regular/*.ttf'];
/** Copies from npm of 2018 that only the sandbox renders with; the other images contain Debian's. */
const PACKAGED_MEDIA_PROGRAMS = ['**/@ff*-installer/linux-*/ff{mpeg,probe}'];

/** Files to copy in addition to the traced files of `programs.json`. */
const FILES = {
  services: ['services/auth/assets', 'services/*/sql', ...INVOICES],
  postgres: [],
  gateway: ['web/dist', 'admin-web/dist', ...BOARD, ...MEDIA_PROGRAMS],
  worker: [...MEDIA, ...LABELS],
  sandbox: ['infra/tools/sandbox/assets', ...MEDIA],
};
/** The gateway does not serve Socket.IO's client: the web apps contain it. */
const UNUSED = ['**/socket.io/client-dist/**'];
const ignoredBy = (image) => (image === 'sandbox' ? UNUSED : [...UNUSED, ...PACKAGED_MEDIA_PROGRAMS]);

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const target = process.argv[2];
if (!target) throw new Error('Usage: copy-runtime-files.mjs TARGET');

for (const [image, programs] of Object.entries(PROGRAMS)) {
  const { fileList } = await nodeFileTrace(programs, { base: root, ignore: ignoredBy(image) });
  const traced = [...fileList].filter((file) => !file.endsWith('.d.ts'));
  const sourceMaps = traced
    .map((file) => `${file}.map`)
    .filter((map) => !map.startsWith('node_modules/') && existsSync(map));
  const others = await Array.fromAsync(glob(FILES[image]));
  for (const file of [...traced, ...sourceMaps, ...others])
    await cp(path.join(root, file), path.join(target, image, file), { recursive: true, verbatimSymlinks: true });
  process.stdout.write(
    `${image}: ${traced.length} files traced from ${programs.length} programs, ${others.length} others\n`,
  );
}
