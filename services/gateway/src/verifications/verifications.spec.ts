import { generationCalls } from '@luit/contracts/generation/messages';
import type { Verification } from '@luit/contracts/http/verifications';
import { MediaPrograms } from '@luit/platform/media/media-programs';
import { eventually } from '@luit/platform/testing/eventually';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, TEST_LIMITS, type GatewayTestApp } from '../test/gateway-test-app';
import { picture } from '../test/test-images';

const FACTS = {
  ...{ kind: 'video' as const, models: ['Seedance'] },
  // The next day in India.
  ...{ madeFrom: '2026-11-20T20:00:00.000Z', madeUntil: '2026-11-22T10:00:00.000Z' },
};
const OUTPUT = { kind: 'video', madeFrom: '2026-11-21', madeUntil: '2026-11-22', models: ['Seedance'] };

describe('verifications', () => {
  let gateway: GatewayTestApp;
  let folder: string;
  let programs: MediaPrograms;
  const requestId = uuidv7();

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: { ...TEST_LIMITS, uploadPerMinute: 1_000 } });
    folder = await mkdtemp(join(tmpdir(), 'luit-verified-'));
    programs = await MediaPrograms.find(60_000);
  });
  afterAll(async () => {
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    gateway.services.answer(generationCalls.findNamedOutput, (input) => ({
      output: input.requestId === requestId ? { ...FACTS, isSimilar: true } : null,
    }));
    gateway.services.answer(generationCalls.findSimilarOutputs, () => ({ outputs: null }));
    gateway.services.received(generationCalls.findNamedOutput);
    gateway.services.received(generationCalls.findSimilarOutputs);
  });

  const video = async (name: string, args: string[] = []): Promise<Buffer> => {
    const path = join(folder, name);
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
    gateway.services.answer(generationCalls.findNamedOutput, () => ({ output: { ...FACTS, isSimilar: false } }));
    const file = await video('b.mp4', identified(requestId));
    expect(await verified(file)).toMatchObject({ result: 'differs', output: OUTPUT });
  });

  it('a video without an identifier, or with an unknown one, is compared by its looks', async () => {
    gateway.services.answer(generationCalls.findSimilarOutputs, () => ({ outputs: FACTS }));
    expect(await verified(await video('c.mp4'))).toMatchObject({ result: 'looks_alike', output: OUTPUT });
    expect(await verified(await video('d.mp4', identified(uuidv7())))).toMatchObject({ result: 'looks_alike' });
    gateway.services.answer(generationCalls.findSimilarOutputs, () => ({ outputs: null }));
    expect(await verified(await video('e.webm', ['-c:v', 'libvpx']))).toMatchObject({
      result: 'unknown',
      output: null,
    });
  });

  it.each(['aac', 'libmp3lame', 'ac3', 'flac', 'alac', 'pcm_s16le'])(
    'a video with sound of the encoder %s can be verified',
    async (encoder) => {
      const sound = ['-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', encoder];
      expect(await verified(await video('sound.mkv', sound))).toMatchObject({ result: 'unknown', output: null });
    },
  );

  it.each(['jpeg', 'png', 'webp'] as const)(
    'the identifier in the XMP of a %s image names its output',
    async (format) => {
      const xmp =
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
        '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
        `Iptc4xmpExt:DigImageGUID="urn:uuid:${requestId}"/></rdf:RDF></x:xmpmeta>`;
      const image = await sharp(await picture(format))
        .toFormat(format)
        .withXmp(xmp)
        .toBuffer();
      expect(await verified(image)).toMatchObject({ result: 'made_here' });
      expect((await verified(await picture(format))).result).toBe('unknown');
    },
  );

  it('files that are no videos or images, damaged, too large or missing are refused, and none is kept', async () => {
    await verify(Buffer.from('<html><body>Not a video</body></html>')).expect(415);
    await verify((await video('f.mp4')).subarray(0, 400)).expect(400);
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

  it('the files of an address are limited', async () => {
    const strict = await startGatewayTestApp({ limits: { ...TEST_LIMITS, uploadPerMinute: 2 } });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) {
      const { status } = await request(strict.url).post('/api/verify').attach('file', Buffer.from('x'), 'a');
      statuses.push(status);
    }
    await strict.close();
    expect(statuses).toEqual([415, 415, 429]);
  });
});

describe('slow files of one address', () => {
  let gateway: GatewayTestApp;
  let slow: Socket[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp({
      limits: { ...TEST_LIMITS, uploadPerMinute: 1_000 },
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
  const verifyFrom = async (from: string) =>
    request(gateway.url)
      .post('/api/verify')
      .set('x-forwarded-for', from)
      .attach('file', await picture('png'), 'a.png');

  it('leave room for files of others', async () => {
    const answers: string[] = [];
    slow = Array.from({ length: 8 }, (_, index) => start(`2001:db8:1:2::${index}`));
    for (const socket of slow) socket.once('data', (chunk: Buffer) => answers.push(chunk.toString('latin1', 0, 12)));
    await eventually(() => expect(answers).toEqual(Array.from({ length: 6 }, () => 'HTTP/1.1 503')));
    expect(await verifyFrom('198.51.100.7')).toMatchObject({ status: 200 });
    for (const socket of slow) socket.destroy();
    await eventually(async () => expect(await verifyFrom('2001:db8:1:2::9')).toMatchObject({ status: 200 }));
  });
});
