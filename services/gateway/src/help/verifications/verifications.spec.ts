import { generationCalls } from '@luit/contracts/generation/messages';
import type { Verification } from '@luit/contracts/http/verifications';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { FairLimit } from '@luit/platform/scheduling/fair-limit';
import { eventually } from '@luit/platform/testing/eventually';
import { rowsOf } from '@luit/platform/testing/full-tables';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { picture } from '../../test/test-images';
import { FileDecoder } from './file-decoder';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

const FACTS = {
  ...{ kind: 'video' as const, models: ['Seedance'] },
  // The next day in India.
  ...{ madeFrom: '2026-11-20T20:00:00.000Z', madeUntil: '2026-11-22T10:00:00.000Z' },
};
const PLAIN = { width: 64, height: 64, channels: 3, background: '#888' } as const;
const xmpOf = (requestId: string) =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  `Iptc4xmpExt:DigImageGUID="urn:uuid:${requestId}"/></rdf:RDF></x:xmpmeta>`;
const OUTPUT = { kind: 'video', madeFrom: '2026-11-21', madeUntil: '2026-11-22', models: ['Seedance'] };

describe('verifications', () => {
  let gateway: GatewayTestApp;
  let folder: string;
  let programs: MediaPrograms;
  const requestId = uuidv7();

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: { ...RATE_LIMITS, uploadPerMinute: 1_000 } });
    folder = await mkdtemp(join(tmpdir(), 'luit-verified-'));
    programs = await MediaPrograms.find(60_000, 'local');
  });
  afterAll(async () => {
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    gateway.services.answer(generationCalls.findNamedOutput, (input) => ({
      isErased: false,
      output: input.requestId === requestId ? { ...FACTS, isSimilar: true } : null,
    }));
    gateway.services.answer(generationCalls.findSimilarOutputs, () => ({ outputs: null }));
    gateway.services.received(generationCalls.findNamedOutput);
    gateway.services.received(generationCalls.findSimilarOutputs);
  });

  const video = async (name: string, args: string[] = []): Promise<Buffer> => {
    const path = join(folder, name);
    if (existsSync(path)) return readFile(path);
    const source = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=8:duration=1'];
    await programs.run('ffmpeg', [...source, ...args, path], AbortSignal.timeout(60_000));
    return readFile(path);
  };
  const identified = (id: string) => ['-metadata', `description=DigitalSourceType: x; DigImageGUID: urn:uuid:${id}`];
  const verify = (file: Buffer, name = 'file') => request(gateway.url).post('/api/verify').attach('file', file, name);
  const verified = async (file: Buffer): Promise<Verification> =>
    (await verify(file).expect(200)).body.verification as Verification;

  it('the identifier in a video names its output, and nothing in the answer names its owner or its request', async () => {
    const { body } = await verify(await video('a.mp4', identified(requestId))).expect(200);
    expect(body).toEqual({ success: true, verification: { result: 'made_here', output: OUTPUT, credentials: null } });
    const [{ possible = [] } = {}] = gateway.services.received(generationCalls.findNamedOutput);
    expect(possible).toHaveLength(100);
    expect(new Set(possible.map(({ length }) => length))).toEqual(new Set([312]));
  });

  it('an identifier that was copied into another video is recognized as such', async () => {
    gateway.services.answer(generationCalls.findNamedOutput, () => ({
      ...{ isErased: false, output: { ...FACTS, isSimilar: false } },
    }));
    const file = await video('a.mp4', identified(requestId));
    expect(await verified(file)).toMatchObject({ result: 'differs', output: OUTPUT });
  });

  it('a video without an identifier, or with an unknown one, is compared by its frames', async () => {
    gateway.services.answer(generationCalls.findSimilarOutputs, () => ({ outputs: FACTS }));
    expect(await verified(await video('c.mp4'))).toMatchObject({ result: 'looks_alike', output: OUTPUT });
    expect(await verified(await video('d.mp4', identified(uuidv7())))).toMatchObject({ result: 'looks_alike' });
    gateway.services.answer(generationCalls.findSimilarOutputs, () => ({ outputs: null }));
    expect(await verified(await video('e.webm', ['-c:v', 'libvpx']))).toMatchObject({
      result: 'unknown',
      output: null,
    });
  });

  it.each(rowsOf(['aac', 'libmp3lame', 'ac3', 'flac', 'alac', 'pcm_s16le'], (_encoder, index) => index === 0))(
    'a video with sound of the encoder %s can be verified',
    async (encoder) => {
      const sound = ['-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', encoder];
      expect(await verified(await video(`${encoder}.mkv`, sound))).toMatchObject({ result: 'unknown', output: null });
    },
  );

  it.each(['jpeg', 'png', 'webp'] as const)(
    'the identifier in the XMP of a %s image names its output',
    async (format) => {
      const image = await sharp(await picture(format))
        .toFormat(format)
        .withXmp(xmpOf(requestId))
        .toBuffer();
      expect(await verified(image)).toMatchObject({ result: 'made_here' });
      expect((await verified(await picture(format))).result).toBe('unknown');
    },
  );

  it('an identifier that cannot be confirmed is no proof, and neither is one of a deleted output', async () => {
    const file = await video('a.mp4', identified(requestId));
    gateway.services.answer(generationCalls.findNamedOutput, () => ({
      ...{ isErased: false, output: { ...FACTS, isSimilar: null } },
    }));
    expect(await verified(file)).toEqual({ result: 'unconfirmed', output: OUTPUT, credentials: null });
    gateway.services.answer(generationCalls.findNamedOutput, () => ({ output: null, isErased: true }));
    expect(await verified(file)).toEqual({ result: 'unconfirmed', output: null, credentials: null });
  });

  it('a file that names one output and looks like another is a copy of the other', async () => {
    gateway.services.answer(generationCalls.findNamedOutput, () => ({
      ...{ isErased: false, output: { ...FACTS, isSimilar: false } },
    }));
    gateway.services.answer(generationCalls.findSimilarOutputs, () => ({ outputs: { ...FACTS, models: ['Other'] } }));
    const file = await video('a.mp4', identified(requestId));
    expect(await verified(file)).toMatchObject({ result: 'looks_alike', output: { models: ['Other'] } });
  });

  it.each([
    ['a still picture', 1, 'photo', 100],
    ['a picture of one color', 0, 'photo', 0],
    ['an animated picture', 2, 'video', 0],
  ] as const)('the kind of %s is told when its identifier is looked up', async (_, frames, kind, fingerprints) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const still = sharp({ create: frames === 0 ? PLAIN : { ...PLAIN, noise } });
    const pages = await Promise.all(
      Array.from({ length: Math.max(1, frames) }, (_, index) =>
        still
          .clone()
          .negate(index === 1)
          .png()
          .toBuffer(),
      ),
    );
    const joined = frames > 1 ? sharp(pages, { join: { animated: true } }) : sharp(pages[0]);
    const image = await joined.webp().withXmp(xmpOf(requestId)).toBuffer();
    await verify(image).expect(200);
    const [{ kind: told, possible = [] } = {}] = gateway.services.received(generationCalls.findNamedOutput);
    expect([told, possible.length]).toEqual([kind, fingerprints]);
  });

  it('files that are no videos or images, damaged, too large or missing are refused, and none is kept', async () => {
    await verify(Buffer.from('<html><body>Not a video</body></html>')).expect(415);
    await verify((await video('c.mp4')).subarray(0, 400)).expect(400);
    await verify(Buffer.concat([await picture('png'), Buffer.alloc(11 * 1024 * 1024)])).expect(413);
    await request(gateway.url).post('/api/verify').field('file', 'text').expect(400);
    await request(gateway.url)
      .post('/api/verify')
      .attach('other', await picture('png'), 'a.png')
      .expect(400);
    await request(gateway.url).post('/api/verify').send({}).expect(415);
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith(`luit-verify-${process.pid}-`));
    expect(left).toEqual([]);
  });

  it('a playlist that is disguised as a video opens nothing', async () => {
    const playlist = Buffer.from('\0\0\0\x20ftypmp42#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n');
    await verify(playlist).expect(400);
  });

  it('videos with frames of more than 16.7 million pixels are refused, because decoders keep many frames in memory', async () => {
    const sized = async (size: string) => {
      const path = join(folder, `${size}.mp4`);
      const source = ['-v', 'error', '-y', '-f', 'lavfi', '-i', `color=gray:s=${size}:rate=4:duration=1`];
      await programs.run('ffmpeg', [...source, '-preset', 'ultrafast', path], AbortSignal.timeout(60_000));
      return readFile(path);
    };
    await verify(await sized('4096x2160')).expect(200);
    await verify(await sized('4320x4320')).expect(400);
  });

  it('videos of more than 4,000 frames or 2 billion pixels are refused before they are decoded', async () => {
    const repeated = async (size: string, times: number) => {
      const [one, path] = [join(folder, `${size}-1.mp4`), join(folder, `${size}-${times}.mp4`)];
      const source = ['-v', 'error', '-y', '-f', 'lavfi', '-i', `color=gray:s=${size}:rate=24`, '-frames:v', '1'];
      await programs.run('ffmpeg', [...source, '-preset', 'ultrafast', one], AbortSignal.timeout(60_000));
      const copy = ['-v', 'error', '-y', '-stream_loop', String(times - 1), '-i', one, '-c', 'copy', path];
      await programs.run('ffmpeg', copy, AbortSignal.timeout(60_000));
      return readFile(path);
    };
    await verify(await repeated('64x48', 3_000)).expect(200);
    const { body } = await verify(await repeated('64x48', 4_100)).expect(413);
    expect(body).toMatchObject({
      message: 'This file takes too long to check. Please choose a shorter or smaller one.',
    });
    await verify(await repeated('4096x2160', 300)).expect(413);
  });

  it('a compressed header is refused before it is read', async () => {
    const file = Buffer.from('\0\0\0\x10ftypqt  \0\0\0\0\0\0\0\x24moov\0\0\0\x1ccmov\0\0\0\x0cdcomzlib\0\0\0\x08cmvd');
    const { body } = await verify(file).expect(400);
    expect(body).toMatchObject({ message: expect.stringContaining('compressed header') });
  });
});

describe('slow files of one address', () => {
  let gateway: GatewayTestApp;
  let slow: Socket[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp({
      limits: { ...RATE_LIMITS, uploadPerMinute: 1_000 },
      trustProxy: '127.0.0.1',
    });
    gateway.services.answer(generationCalls.findSimilarOutputs, () => ({ outputs: null }));
  });
  afterAll(async () => {
    for (const socket of slow) socket.destroy();
    await gateway.close();
  });

  const start = (from: string): Socket => {
    const head = [
      'POST /api/verify HTTP/1.1',
      'host: a',
      'content-type: multipart/form-data; boundary=b',
      'content-length: 100000',
      `x-forwarded-for: ${from}`,
    ];
    const part = ['--b', 'content-disposition: form-data; name="file"; filename="a"'];
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(`${head.join('\r\n')}\r\n\r\n${part.join('\r\n')}\r\n\r\n`);
    return socket;
  };
  const verifyFrom = async (from: string, format: 'jpeg' | 'png' | 'webp' = 'png') =>
    request(gateway.url)
      .post('/api/verify')
      .set('x-forwarded-for', from)
      .attach('file', await picture(format), 'a');

  it('leave room for files of others', async () => {
    const answers: string[] = [];
    slow = Array.from({ length: 8 }, (_, index) => start(`2001:db8:1:2::${index}`));
    for (const socket of slow) socket.once('data', (chunk: Buffer) => answers.push(chunk.toString('latin1', 0, 12)));
    await eventually(() => expect(answers).toEqual(Array.from({ length: 6 }, () => 'HTTP/1.1 503')));
    expect(await verifyFrom('198.51.100.7')).toMatchObject({ status: 200 });
    for (const socket of slow) socket.destroy();
    await eventually(async () => expect(await verifyFrom('2001:db8:1:2::9')).toMatchObject({ status: 200 }));
  });

  it('are read in turn with files of others, whoever came first, and cost the time that they take', async () => {
    const decoder = gateway.running.app.get(FileDecoder);
    const read = decoder.read.bind(decoder);
    const waiting: (() => void)[] = [];
    const kinds: (string | null)[] = [];
    const reading = jest.spyOn(decoder, 'read').mockImplementation(async (file, signal) => {
      kinds.push(file.kind.credentialFormat);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return read(file, signal);
    });
    const enter = jest.spyOn(FairLimit.prototype, 'run');
    const [flood, other] = ['203.0.113.1', '198.51.100.8'];
    const answers: Promise<number>[] = [];
    for (const [from, format] of [
      [flood, 'png'],
      [flood, 'webp'],
      [other, 'jpeg'],
    ] as const) {
      answers.push(verifyFrom(from, format).then(({ status }) => status));
      await eventually(() => expect(enter).toHaveBeenCalledTimes(answers.length));
    }
    await eventually(() => expect(waiting).toHaveLength(1));
    // Everything in this process that measures time sees the jump, so it lasts only until the first file was read.
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 70_000);
    waiting[0]?.();
    await eventually(() => expect(waiting).toHaveLength(2));
    clock.mockRestore();
    waiting[1]?.();
    expect(await Promise.all(answers)).toEqual([200, 429, 200]);
    expect(kinds).toEqual(['image/png', 'image/jpeg']);
    expect((await verifyFrom(flood)).headers['retry-after']).toMatch(/^[1-9]/);
    for (const spy of [reading, enter]) spy.mockRestore();
  });
});
