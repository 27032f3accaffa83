import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import type { CallClient } from '@luit/platform/calls/call-client';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { type WorkerConfig, readConfig } from '@luit/worker/config';
import { aiMetadataOf } from '@luit/worker/content-credentials/ai-metadata';
import { ContentCredentials } from '@luit/worker/content-credentials/content-credentials';
import { generatedBy } from '@luit/worker/content-credentials/manifest';
import { DerivationsService } from '@luit/worker/derivations/derivations.service';
import type { HeldLease } from '@luit/worker/leases/leases';
import { drawLabel } from '@luit/worker/outputs/ai-label';
import { OutputChecks } from '@luit/worker/outputs/output-checks';
import { OutputFingerprints } from '@luit/worker/outputs/output-fingerprints';
import { keyOf } from '@luit/worker/outputs/output-keys';
import { OutputLabels } from '@luit/worker/outputs/output-labels';
import { OutputsService } from '@luit/worker/outputs/outputs.service';
import { CODING, THREADS } from '@luit/worker/outputs/finished-video';
import type { Providers } from '@luit/worker/providers/providers';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';

export interface Case {
  seconds: number;
  size: { width: number; height: number };
  sound: boolean;
}

const LABEL = { text: 'AI-generated', corner: 'bottom-right', sizePercent: 4, seconds: null } as const;
const { signal } = new AbortController();
const RENDERING_MS = 30 * 60_000;

/** A video as a provider delivers it: moving shapes with grain, and a tone. @returns its path */
export async function renderSource(
  programs: MediaPrograms,
  folder: string,
  { seconds, size: { width, height }, sound }: Case,
): Promise<string> {
  const path = join(folder, `${width}x${height}.mp4`);
  const picture = `testsrc2=size=${width}x${height}:rate=24:duration=${seconds},noise=alls=3:allf=t`;
  const input = ['-v', 'error', '-y', '-f', 'lavfi', '-i', picture];
  const tone = sound ? ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`, '-c:a', 'aac'] : [];
  const coding = ['-c:v', 'libx264', '-crf', '18', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', path];
  await programs.run('ffmpeg', [...input, ...tone, ...coding], signal, RENDERING_MS);
  return path;
}

/** What no design can avoid: decoding the file once, drawing the label, and encoding it. */
export async function labeledEncode(
  programs: MediaPrograms,
  folder: string,
  source: string,
  { size }: Case,
): Promise<void> {
  const label = join(folder, 'label.png');
  await writeFile(label, await drawLabel(LABEL, size));
  const input = ['-v', 'error', '-nostdin', '-y', ...THREADS, '-i', source, '-i', label];
  const graph = ['-filter_complex', '[0:v:0][1:v]overlay=W-w:H-h[v]', '-map', '[v]', '-map', '0:a:0?', '-c:a', 'copy'];
  const output = [...CODING, ...THREADS, '-movflags', '+faststart', join(folder, 'labeled.mp4')];
  await programs.run('ffmpeg', [...input, ...graph, ...output], signal, RENDERING_MS);
}

/** The parts of a worker that handle media, with a storage in a folder and a provider on this machine. */
export class MediaWorker {
  private requestId = randomUUID();

  private constructor(
    private readonly one: Case,
    private readonly server: Server,
    private readonly storageDir: string,
    private readonly credentials: ContentCredentials,
    private readonly outputs: OutputsService,
    private readonly derivations: DerivationsService,
  ) {}

  static async start(programs: MediaPrograms, folder: string, source: string, one: Case): Promise<MediaWorker> {
    const server = createServer((_, response) => pipeline(createReadStream(source), response, () => undefined));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const storageDir = join(folder, randomUUID());
    await mkdir(storageDir);
    const storage = new FolderStorage(storageDir);
    const config: WorkerConfig = readConfig({
      ...{ LUIT_MODE: 'local', REDIS_URL: 'redis://127.0.0.1:1', STORAGE_DIR: storageDir },
      ...{ PROVIDER_SECRETS: 'x'.repeat(32), SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Luit <hello@luit.example>' },
    });
    const credentials = new ContentCredentials(storage, config);
    await credentials.onModuleInit();
    const calls = callsOf({
      [generationCalls.getOutputLabel.name]: () => ({ ...LABEL, onVideos: true, onRestorations: true }),
      [generationCalls.claimDerivation.name]: ({ requestId }) => ({
        action: 'make',
        outputKey: keyOf(requestId, 'video'),
      }),
      [generationCalls.recordDerivation.name]: () => ({ isKept: true }),
    });
    const outputs = new OutputsService(
      storage,
      { outputAccess: () => Promise.resolve(undefined) } as unknown as Providers,
      programs,
      new OutputLabels(calls),
      new OutputFingerprints(storage),
      new OutputChecks(calls, storage, null, null, config),
      credentials,
      config,
    );
    const derivations = new DerivationsService(calls, storage, programs, credentials);
    return new MediaWorker(one, server, storageDir, credentials, outputs, derivations);
  }

  /** Everything that can be made of a new output of the provider. */
  async make(): Promise<void> {
    await this.collect();
    await this.derive();
  }

  /** Everything that is made before the request is finished. */
  async collect(): Promise<void> {
    this.requestId = randomUUID();
    const held = { requestId: this.requestId, signal, assertCurrent: () => Promise.resolve() } as HeldLease;
    const outputUrl = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/video.mp4`;
    const { fingerprint, posterKey } = await this.outputs.collect(held, this.task(), { outputUrl });
    if (fingerprint === null || posterKey === null) throw new Error('The video has no fingerprint or no poster');
  }

  /** The versions of the last output. */
  async derive(): Promise<void> {
    await this.derivations.make(this.requestId);
  }

  /** Another credential for the last output. */
  async sign(): Promise<void> {
    const file = join(this.storageDir, keyOf(this.requestId, 'video'));
    const manifest = generatedBy(this.task(), aiMetadataOf(this.task(), this.requestId), []);
    const signed = await this.credentials.sign(
      this.storageDir,
      { file, format: 'video/mp4', manifest, ingredients: [] },
      signal,
    );
    if (signed === file) throw new Error('The video was not signed');
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }

  private task(): ProviderTask {
    const { seconds, size } = this.one;
    const task = { provider: 'bench', type: 'video', model: 'bench', duration: seconds, resolution: `${size.height}p` };
    return task as unknown as ProviderTask;
  }
}

function callsOf(answers: Record<string, (request: { requestId: string }) => unknown>): CallClient {
  const call = ({ name }: { name: string }, request: { requestId: string }) =>
    Promise.resolve(answers[name]?.(request));
  return { call } as unknown as CallClient;
}
