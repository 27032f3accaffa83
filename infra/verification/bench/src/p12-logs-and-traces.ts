import { fundedCreator } from './http-load';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pairOf } from './paired';
import { formatNumber, pairRow, type Row } from './report';
import { cpuSeconds, openDatabase, pidOf, untilTrue, withStack } from './stack-bench';

const JOBS = 40;
const ROUNDS = 7;
const PACKS = 12;
const ROLES = ['gateway', 'auth', 'billing', 'generation', 'worker'];
const PROCESSES = ['gateway', 'auth', 'billing', 'generation', 'worker-1'];

type Variables = Record<string, string>;

/** A running stack that finishes a round of jobs. */
interface Variant {
  /** Processor time per job of all Luit processes, ffmpeg included, in milliseconds. */
  round(): Promise<number>;
  /** Lines and bytes that all processes have logged so far. */
  logged(): Promise<{ lines: number; bytes: number }>;
}

/**
 * P12: what logs and traces add to the processor time of a finished video. Three stacks that differ in nothing else take turns: one that
 * logs warnings only, one with the default log, and one that exports every trace as well.
 */
export async function benchLogsAndTraces(): Promise<Row[]> {
  const collector = await startCollector();
  try {
    return await withVariant({ LOG_LEVEL: 'warn' }, (quiet) =>
      withVariant({}, (standard) =>
        withVariant({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, async (traced) => {
          const variants = [quiet, standard, traced];
          for (const variant of variants) await variant.round();
          const before = await standard.logged();
          const exported = collector.bytes();
          const times: number[][] = variants.map(() => []);
          for (let round = 0; round < ROUNDS; round++) {
            for (const [i, variant] of variants.entries()) times[i]?.push(await variant.round());
          }
          const after = await standard.logged();
          const perJob = (total: number) => formatNumber(total / (ROUNDS * JOBS));
          const [ofQuiet = [], ofStandard = [], ofTraced = []] = times;
          return [
            {
              ...pairRow('P12', 'CPU per video, default log ÷ warnings only', pairOf(ofStandard, ofQuiet), 'ms', {}),
              target: `${perJob(after.lines - before.lines)} lines, ${perJob(after.bytes - before.bytes)} bytes`,
              isMet: null,
            },
            {
              ...pairRow('P12', 'CPU per video, every trace exported ÷ none', pairOf(ofTraced, ofStandard), 'ms', {}),
              target: `${perJob(collector.bytes() - exported)} bytes`,
              isMet: null,
            },
          ];
        }),
      ),
    );
  } finally {
    await collector.close();
  }
}

function withVariant<T>(variables: Variables, work: (variant: Variant) => Promise<T>): Promise<T> {
  return withStack(
    async (running, luitDir) => {
      const creator = await fundedCreator(running, PACKS);
      const database = await openDatabase(running);
      const used = () => cpuSeconds(PROCESSES.map((name) => pidOf(running, name)));
      try {
        return await work({
          round: async () => {
            const before = await used();
            for (let i = 0; i < JOBS; i++) await creator.generate(`Ferry ${i}`);
            await untilTrue(
              database,
              `SELECT NOT EXISTS (SELECT FROM generation.requests WHERE completed_at IS NULL)
                  AND NOT EXISTS (SELECT FROM billing.holds WHERE state = 'held') AS answer`,
            );
            return (((await used()) - before) / JOBS) * 1_000;
          },
          logged: async () => {
            const folder = path.join(luitDir, 'logs');
            const names = PROCESSES.map((name) => `${name}.log`);
            const files = (await readdir(folder)).filter((name) => names.includes(name));
            const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
            return {
              lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
              bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
            };
          },
        });
      } finally {
        await database.end();
      }
    },
    Object.fromEntries(ROLES.map((role) => [role, variables])),
  );
}

/** A collector that accepts all spans and counts their bytes. */
async function startCollector(): Promise<{ url: string; bytes(): number; close(): Promise<void> }> {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    bytes: () => bytes,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
