import { Logger } from '@nestjs/common';
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { MediaPrograms } from '../ffmpeg/media-programs';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { CredentialProgram } from './credential-program';
import { KnownSigners } from './known-signers';
import { readCredentials } from './read-credentials';
import { type CredentialFormat, type Manifest, signContent, type Signer } from './sign-content';
import { createTestSigner } from './test-authority';

const PROGRAMS = join(__dirname, '..', '..', 'programs');
const DAY_MS = 24 * 3600 * 1000;
const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const IDENTIFIER = 'urn:uuid:019ab000-0000-7000-8000-000000000000';
const MANIFEST: Manifest = {
  title: 'Video',
  claim_generator_info: [{ name: 'Luit' }],
  assertions: [
    { label: 'c2pa.actions', data: { actions: [{ action: 'c2pa.created', digitalSourceType: GENERATED }] } },
    { label: 'cawg.metadata', data: { '@context': { a: 'http://a.example/' }, 'a:DigImageGUID': IDENTIFIER } },
  ],
};

/** Runs a program whose clock is ahead by `days`. @returns what it printed */
async function runInDays(days: number, program: string, job: object): Promise<string> {
  const clock = `const D = Date, by = ${days * DAY_MS};
    globalThis.Date = class extends D {
      constructor(...args) { args.length > 0 ? super(...args) : super(D.now() + by); }
      static now() { return D.now() + by; }
    };`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(clock)}`, program];
  const run = promisify(execFile)(process.execPath, args);
  run.child.stdin?.end(JSON.stringify(job));
  return (await run).stdout;
}

/**
 * Takes bytes from the padding of the signature of a JPEG, which nothing protects, splits its credentials into two segments, and fills the
 * space between them with a comment. All other bytes stay where they are.
 */
function withGap(jpeg: Buffer, bytes: number): Buffer {
  const start = jpeg.indexOf(uint16(0xffeb));
  const end = start + 2 + jpeg.readUInt16BE(start + 2);
  const boxes = jpeg.subarray(start + 12, end);
  const pad = boxes.indexOf(Buffer.from('6370616459', 'hex')) + 5;
  const length = boxes.readUInt16BE(pad);
  const kept = Buffer.concat([boxes.subarray(0, pad + 2), boxes.subarray(pad + 2 + bytes)]);
  kept.writeUInt16BE(length - bytes, pad);
  shorten(kept, boxes, { from: 0, to: boxes.length }, pad, bytes);
  const headerOf = (packet: number) => Buffer.concat([jpeg.subarray(start + 4, start + 8), uint32(packet)]);
  const half = Math.floor(kept.length / 2);
  const first = segment(0xffeb, [headerOf(1), kept.subarray(0, half)]);
  const second = segment(0xffeb, [headerOf(2), kept.subarray(0, 8), kept.subarray(half)]);
  const comment = segment(0xfffe, [Buffer.alloc(end - start - first.length - second.length - 4)]);
  return Buffer.concat([jpeg.subarray(0, start), first, comment, second, jpeg.subarray(end)]);
}

/** Corrects the lengths of the boxes around a position. */
function shorten(kept: Buffer, boxes: Buffer, { from, to }: { from: number; to: number }, at: number, by: number) {
  for (let box = from; box < to; box += boxes.readUInt32BE(box)) {
    const end = box + boxes.readUInt32BE(box);
    if (at < box || at >= end) continue;
    kept.writeUInt32BE(end - box - by, box);
    if (boxes.toString('latin1', box + 4, box + 8) === 'jumb') shorten(kept, boxes, { from: box + 8, to: end }, at, by);
  }
}

function segment(marker: number, content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([uint16(marker), uint16(body.length + 2), body]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

describe('Content Credentials', () => {
  let folder: string;
  let programs: MediaPrograms;
  let signer: Signer;
  let signers: KnownSigners;
  const signal = () => AbortSignal.timeout(60_000);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'luit-credentials-'));
    programs = await MediaPrograms.find(60_000, 'local');
    signer = await createTestSigner();
    signers = new KnownSigners(new FolderStorage(join(folder, 'storage')));
    await signers.add(signer);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const media = async (name: string): Promise<string> => {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    const source = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=8:duration=1'];
    const options = name.endsWith('.mp4') ? ['-movflags', '+faststart'] : ['-frames:v', '1'];
    await programs.run('ffmpeg', [...source, ...options, path], signal());
    return path;
  };
  const sign = async (
    file: string,
    format: CredentialFormat,
    by: Signer = signer,
    timeStampUrl: string | null = null,
  ): Promise<string> => {
    const signedFile = file.replace('.', '-signed.');
    const parent = await media('parent.jpg');
    const ingredient = { title: 'Input', relationship: 'inputTo', label: 'input' } as const;
    const ingredients = [{ ...ingredient, file: parent, format: 'image/jpeg' as const }];
    await signContent(
      { file, signedFile, format, manifest: MANIFEST, ingredients, signer: by, timeStampUrl },
      signal(),
    );
    return signedFile;
  };
  const read = async (file: string, format: CredentialFormat = 'video/mp4') =>
    readCredentials(file, format, await signers.list(), signal());
  const FORMATS = { mp4: 'video/mp4', jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
  const signedOnce = new Map<string, Promise<string>>();
  /** A file of ours, which the tests share. */
  const signedFile = (kind: keyof typeof FORMATS): Promise<string> => {
    const signed = signedOnce.get(kind) ?? media(`ours.${kind}`).then((file) => sign(file, FORMATS[kind]));
    signedOnce.set(kind, signed);
    return signed;
  };

  it('a damaged file among the known signers is reported, and hides none of the others', async () => {
    const storage = new FolderStorage(join(folder, 'damaged'));
    const known = new KnownSigners(storage);
    await known.add(signer);
    for (const [name, content] of Object.entries({ a: '{', b: '{"certificate":"none"}' }))
      await storage.put(`content-credentials/signers/${name}.json`, Readable.from([Buffer.from(content)]), {
        ...{ contentType: 'application/json', maxBytes: 100 },
      });
    const errors: unknown[] = [];
    Logger.overrideLogger({ log: () => undefined, warn: () => undefined, error: (line) => errors.push(line) });
    const found = await known.list().finally(() => Logger.overrideLogger(false));
    expect(found).toEqual([new X509Certificate(signer.certificates[0]).toString()]);
    expect(errors).toEqual(
      ['a', 'b'].map((name) => ({
        ...{ msg: 'The stored certificate of a signer is damaged', key: `content-credentials/signers/${name}.json` },
      })),
    );
  });

  it.each(['mp4', 'jpg', 'png', 'webp'] as const)('a %s is signed and read back, with its identifier', async (kind) => {
    const found = await read(await signedFile(kind), FORMATS[kind]);
    expect(found).toMatchObject({ state: 'intact', signer: 'Luit test installation' });
    expect(found?.metadata).toContain(IDENTIFIER);
  });

  it('one process signs several files, and another one those after a failure', async () => {
    const program = new CredentialProgram('sign-content', 60_000);
    const format = 'video/mp4' as const;
    const job = { format, manifest: MANIFEST, ingredients: [], signer, timeStampUrl: null };
    const signOne = async (name: string) => {
      const signedFile = join(folder, `one-${name}`);
      await signContent({ ...job, file: await media(name), signedFile }, signal(), program);
      return read(signedFile);
    };
    const damaged = join(folder, 'damaged.mp4');
    await writeFile(damaged, 'This is not a video.');
    for (const name of ['a.mp4', 'b.mp4']) expect(await signOne(name)).toMatchObject({ state: 'intact' });
    const failing = signContent({ ...job, file: damaged, signedFile: join(folder, 'x.mp4') }, signal(), program);
    await expect(failing).rejects.toThrow('sign-content');
    expect(await signOne('c.mp4')).toMatchObject({ state: 'intact' });
    const aborted = AbortSignal.abort(new Error('The lease is stale'));
    await expect(signContent({ ...job, file: damaged, signedFile: damaged }, aborted, program)).rejects.toThrow(
      'stale',
    );
    program.close();
  });

  it('a video still plays after signing, and its frames are unchanged', async () => {
    const hashOf = (file: string) => programs.run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'md5', '-'], signal());
    expect(await hashOf(await signedFile('mp4'))).toBe(await hashOf(await media('ours.mp4')));
  });

  it('a file without credentials, or whose credentials were stripped, has none', async () => {
    expect(await read(await media('a.mp4'))).toBeNull();
    const stripped = join(folder, 'stripped.mp4');
    const copy = ['-v', 'error', '-y', '-i', await signedFile('mp4'), '-c', 'copy', stripped];
    await programs.run('ffmpeg', copy, signal());
    expect(await read(stripped)).toBeNull();
  });

  it('a changed file is altered', async () => {
    const signed = await readFile(await signedFile('png'));
    const changed = join(folder, 'changed.png');
    const at = signed.lastIndexOf('IDAT') + 10;
    await writeFile(
      changed,
      Buffer.concat([signed.subarray(0, at), Buffer.from([signed[at]! ^ 1]), signed.subarray(at + 1)]),
    );
    expect(await read(changed, 'image/png')).toMatchObject({ state: 'altered' });
  });

  it('a photo with something added between the segments of its credentials is altered', async () => {
    // The padding in place of a time stamp is the longest.
    const signed = await readFile(await sign(await media('p.jpg'), 'image/jpeg', signer, 'http://127.0.0.1:1/'));
    const changed = join(folder, 'split.jpg');
    await writeFile(changed, withGap(signed, 4_000));
    expect(await read(changed, 'image/jpeg')).toMatchObject({ state: 'altered' });
  });

  it('a signature has room for its certificates and little else, because whoever gets a file could fill the rest', async () => {
    const [signed, original] = [await readFile(await signedFile('jpg')), await readFile(await media('ours.jpg'))];
    expect(signed.length - original.length).toBeLessThan(4_500);
  });

  it('another signer with the name of ours is unknown', async () => {
    const other = await createTestSigner();
    const signed = await sign(await media('a.mp4'), 'video/mp4', other);
    expect(await read(signed)).toMatchObject({ state: 'unknown_signer', signer: 'Luit test installation' });
  });

  it('where nothing was ever signed, every signer is unknown', async () => {
    expect(await readCredentials(await signedFile('mp4'), 'video/mp4', [], signal())).toMatchObject({
      state: 'unknown_signer',
    });
  });

  it('the authority of our certificate does not make its other certificates ours', async () => {
    const found = await readCredentials(await signedFile('mp4'), 'video/mp4', signer.certificates.slice(1), signal());
    expect(found).toMatchObject({ state: 'unknown_signer' });
  });

  it('a file stays ours after the certificate has expired, but only with the certificate of ours', async () => {
    const [notBefore, notAfter] = [3, 1].map((days) => new Date(Date.now() - days * DAY_MS));
    const expired = await createTestSigner({ notBefore, notAfter });
    const file = await media('a.mp4');
    const expiredFile = join(folder, 'k-signed.mp4');
    const job = {
      file,
      signedFile: expiredFile,
      format: 'video/mp4',
      manifest: MANIFEST,
      ingredients: [],
      signer: expired,
      timeStampUrl: null,
    };
    await runInDays(-2, join(PROGRAMS, 'sign-content.mjs'), job);
    const ours = await readCredentials(expiredFile, 'video/mp4', [expired.certificates[0]], signal());
    expect(ours).toMatchObject({ state: 'intact' });
    expect(await read(expiredFile)).toMatchObject({ state: 'unknown_signer' });
    const bytes = await readFile(expiredFile);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
    await writeFile(expiredFile, bytes);
    const changed = await readCredentials(expiredFile, 'video/mp4', [expired.certificates[0]], signal());
    expect(changed).toMatchObject({ state: 'altered' });
  });

  it.each([
    ['has expired', { notBefore: new Date(Date.now() - 2 * DAY_MS), notAfter: new Date(Date.now() - DAY_MS) }],
    ['is not valid yet', { notBefore: new Date(Date.now() + DAY_MS), notAfter: new Date(Date.now() + 2 * DAY_MS) }],
  ])('a certificate that %s signs nothing', async (_, validity) => {
    const by = await createTestSigner(validity);
    await expect(sign(await media('a.mp4'), 'video/mp4', by)).rejects.toThrow('sign-content');
  });

  it('a key of another certificate signs nothing', async () => {
    const { key } = await createTestSigner();
    await expect(sign(await media('a.mp4'), 'video/mp4', { ...signer, key })).rejects.toThrow('sign-content');
  });

  describe('with a time stamp authority', () => {
    let sandbox: RunningSandbox;
    let url: string;
    let reader: string;

    beforeAll(async () => {
      sandbox = await startSandbox({ mailbox: false });
      url = `${sandbox.url}/time-stamps`;
      // Other tools trust authorities of time stamps; ours needs none.
      reader = join(folder, 'reader.mjs');
      await writeFile(
        reader,
        `import { readFileSync } from 'node:fs';
        const { WasmReader } = await import(${JSON.stringify(pathToFileURL(join(PROGRAMS, 'c2pa.mjs')).href)});
        const { file, anchors } = JSON.parse(readFileSync(0, 'utf8'));
        const settings = JSON.stringify({ trust: { anchors } });
        const { validation_state, validation_results } = JSON.parse(
          (await WasmReader.fromBytes('video/mp4', readFileSync(file), settings)).json());
        const { success, informational, failure } = validation_results.activeManifest;
        const codes = [...success, ...informational, ...failure].map(({ code }) => code);
        process.stdout.write(JSON.stringify([validation_state, ...codes]));`,
      );
    });
    afterAll(() => sandbox.close());

    const signWith = async (name: string, timeStampUrl: string, by: Signer = signer) => {
      const file = await media(name);
      const signedFile = file.replace('.', '-stamped.');
      const job = { file, signedFile, format: 'video/mp4', manifest: MANIFEST, ingredients: [], signer: by } as const;
      return { signedFile, ...(await signContent({ ...job, ingredients: [], timeStampUrl }, signal())) };
    };

    it('credentials stay valid for others after the certificate has expired, if they trust the authority', async () => {
      const short = await createTestSigner({ notAfter: new Date(Date.now() + DAY_MS) });
      const { signedFile, timeStampFailure } = await signWith('m.mp4', url, short);
      expect(timeStampFailure).toBeNull();
      const anchor = { trust_uri: '', trust_anchors: short.certificates[1], trust_kind: 'manifest' };
      const authority = await (await fetch(`${url}/authority.pem`)).text();
      const stamps = { trust_uri: '', trust_anchors: authority, trust_kind: 'tsa' };
      const codesOf = async (anchors: object[], days: number) =>
        JSON.parse(await runInDays(days, reader, { file: signedFile, anchors })) as string[];
      expect(await codesOf([anchor, stamps], 0)).toEqual(expect.arrayContaining(['Trusted', 'timeStamp.trusted']));
      expect(await codesOf([anchor, stamps], 2)).toEqual(expect.arrayContaining(['Trusted', 'timeStamp.trusted']));
      expect(await codesOf([anchor], 2)).toEqual(expect.arrayContaining(['Invalid', 'signingCredential.expired']));
      await expect(read(signedFile)).resolves.toMatchObject({ state: 'unknown_signer' });
    });

    const failures: [string, () => string, RegExp][] = [
      ['that is down', () => 'http://127.0.0.1:1/', /ECONNREFUSED|bad port/],
      ['that refuses the request', () => `${sandbox.url}/classifier/classify`, /status 401/],
      ['that answers something else', () => `${sandbox.url}/health/live`, /status 404/],
    ];
    it.each(failures)('an authority %s costs the time stamp, not the signature', async (_, address, reason) => {
      const { signedFile, timeStampFailure } = await signWith('n.mp4', address());
      expect(timeStampFailure).toMatch(reason);
      expect(await read(signedFile)).toMatchObject({ state: 'intact' });
    });

    const withOtherNonce = (query: Buffer) => {
      const other = Buffer.from(query);
      // The nonce is in front of the three bytes of `certReq`.
      other.writeUInt8(other.readUInt8(other.length - 4) ^ 1, other.length - 4);
      return other;
    };
    const ask = async (body: Buffer) => {
      const headers = { 'content-type': 'application/timestamp-query' };
      const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
      return Buffer.from(await response.arrayBuffer());
    };

    it.each([
      ['the time stamp of another request', (query: Buffer) => ask(withOtherNonce(query)), /another request/],
      ['more than fits into a signature', () => Promise.resolve(Buffer.alloc(12_001)), /too large/],
    ])('an authority that sends %s costs the time stamp, not the signature', async (_, answer, reason) => {
      const server = createServer((request, response) => {
        void buffer(request)
          .then(answer)
          .then((bytes) => response.end(bytes));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const { signedFile, timeStampFailure } = await signWith('o.mp4', `http://127.0.0.1:${port}/`);
      server.close();
      expect(timeStampFailure).toMatch(reason);
      expect(await read(signedFile)).toMatchObject({ state: 'intact' });
    });
  });

  it('a damaged file is an error, and the reason is short', async () => {
    const file = join(folder, 'damaged.mp4');
    await writeFile(file, 'not a video');
    const error = await read(file).catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message.length).toBeLessThan(600);
  });

  it('credentials with thousands of statements, which would take minutes, are not read', async () => {
    const file = join(folder, 'long.jpg');
    await writeFile(file, Buffer.concat([await readFile(await signedFile('jpg')), Buffer.from('jumd'.repeat(3_001))]));
    await expect(read(file, 'image/jpeg')).rejects.toThrow(/more than 3000/);
  });

  it('credentials that are said to be on a server are not fetched', async () => {
    const requests: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      requests.push(url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const image = await readFile(await media('i.jpg'));
    const xmp =
      'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `<rdf:Description rdf:about="" xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="http://127.0.0.1:${port}/m"/></rdf:RDF></x:xmpmeta>`;
    const segment = Buffer.alloc(4);
    segment.writeUInt16BE(0xffe1);
    segment.writeUInt16BE(xmp.length + 2, 2);
    const file = join(folder, 'remote.jpg');
    await writeFile(
      file,
      Buffer.concat([image.subarray(0, 2), segment, Buffer.from(xmp, 'latin1'), image.subarray(2)]),
    );
    const found = await read(file, 'image/jpeg').catch((error: Error) => error.message);
    server.close();
    expect({ found, requests }).toEqual({ found: null, requests: [] });
  });
});
