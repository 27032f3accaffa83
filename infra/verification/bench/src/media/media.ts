import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paired } from '../paired';
import { pairRow, type Row } from '../report';
import { formatNumber } from '../report';
import { familyUsage, type Usage } from './family-usage';
import { type Case, labeledEncode, MediaWorker, renderSource } from './media-worker';

const CASES: (Case & { rounds: number })[] = [
  { seconds: 5, size: { width: 854, height: 480 }, sound: false, rounds: 5 },
  { seconds: 10, size: { width: 1_280, height: 720 }, sound: false, rounds: 3 },
  { seconds: 15, size: { width: 1_920, height: 1_080 }, sound: true, rounds: 3 },
];
const TIMEOUT_MS = 30_000;
const MAX_RATIO = 1.5;
const MAX_CREDENTIAL = { cpuMs: 150, memoryMb: 150 };

/**
 * MEDIA: what a worker spends from a provider's file to everything that is made of it: label, poster, fingerprint, credential, small version and
 * animation, beside one labeled encode with the same settings.
 */
export async function benchMedia({ isShort = false }: { isShort?: boolean }): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'luit-media-'));
  try {
    const programs = await MediaPrograms.find(TIMEOUT_MS, 'local');
    const rows: Row[] = [];
    for (const { rounds, ...one } of CASES)
      rows.push(...(await benchCase(programs, folder, one, isShort ? 1 : rounds)));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchCase(programs: MediaPrograms, folder: string, one: Case, rounds: number): Promise<Row[]> {
  const source = await renderSource(programs, folder, one);
  const worker = await MediaWorker.start(programs, folder, source, one);
  try {
    const name = `${one.seconds} s at ${one.size.height}p${one.sound ? ' with sound' : ''}`;
    const cpuMs = async (work: () => Promise<unknown>) => (await familyUsage(work)).cpuMs;
    const total = await paired(
      () => cpuMs(() => worker.make()),
      () => cpuMs(() => labeledEncode(programs, folder, source, one)),
      rounds,
    );
    const ready = await familyUsage(() => worker.collect());
    const versions = await familyUsage(() => worker.derive());
    const credential = await familyUsage(() => worker.sign());
    const { cpuMs: credentialMs, peakMb } = credential;
    return [
      pairRow('MEDIA', `processor time of all outputs ÷ one labeled encode, ${name}`, total, 'ms', {
        atMost: MAX_RATIO,
      }),
      reported(`until ready, ${name}`, ready),
      reported(`small version and animation, ${name}`, versions),
      {
        ...reported(`credential, ${name}`, credential),
        target: `≤ ${MAX_CREDENTIAL.cpuMs} ms, ${MAX_CREDENTIAL.memoryMb} MiB`,
        isMet: credentialMs <= MAX_CREDENTIAL.cpuMs && peakMb <= MAX_CREDENTIAL.memoryMb,
      },
    ];
  } finally {
    await worker.close();
  }
}

function reported(metric: string, { cpuMs, wallMs, readMb, writtenMb, peakMb }: Usage): Row {
  const [cpu, wall, read, written, peak] = [cpuMs, wallMs, readMb, writtenMb, peakMb].map(formatNumber);
  return {
    id: 'MEDIA',
    metric,
    ours: `${cpu} ms in ${wall} ms; ${read} MiB read, ${written} written; largest program ${peak} MiB`,
    baseline: '–',
    ratio: '–',
    target: 'reported',
    isMet: null,
  };
}
