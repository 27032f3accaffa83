import { generationCalls } from '@luit/contracts/generation/messages';
import type { Verification } from '@luit/contracts/http/verifications';
import { KnownSigners } from '@luit/media/content-credentials/known-signers';
import { type CredentialFormat, signContent, type Signer } from '@luit/media/content-credentials/sign-content';
import { createTestSigner } from '@luit/media/content-credentials/test-authority';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { rowsOf } from '@luit/platform/testing/full-tables';
import { Logger } from '@nestjs/common';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { picture } from '../../test/test-images';
import { toFileCredentials } from './file-credentials';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

const FORMATS = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const SIGNER = 'Luit test installation';
const FACTS = {
  ...{ kind: 'photo' as const, models: ['GFPGAN'] },
  ...{ madeFrom: '2026-11-20T10:00:00.000Z', madeUntil: '2026-11-20T10:00:00.000Z' },
};
const signal = () => AbortSignal.timeout(60_000);

describe('Content Credentials of verified files', () => {
  let gateway: GatewayTestApp;
  let folder: string;
  let signer: Signer;
  let signedJpeg: Buffer;
  const requestId = uuidv7();

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: { ...RATE_LIMITS, uploadPerMinute: 1_000 } });
    folder = await mkdtemp(join(tmpdir(), 'luit-signed-'));
    signer = await createTestSigner();
    await gateway.running.app.get(KnownSigners).add(signer);
    gateway.services.answer(generationCalls.findNamedOutput, (input) => ({
      isErased: false,
      output: input.requestId === requestId ? { ...FACTS, isSimilar: true } : null,
    }));
    gateway.services.answer(generationCalls.findSimilarOutputs, () => ({ outputs: null }));
    signedJpeg = await sign(await picture('jpeg'), 'image/jpeg');
  });
  afterAll(async () => {
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });

  const sign = async (content: Buffer, format: CredentialFormat, by: Signer = signer): Promise<Buffer> => {
    const [file, signedFile] = [join(folder, 'file'), join(folder, 'signed')];
    await writeFile(file, content);
    const metadata = {
      '@context': { Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/' },
      'Iptc4xmpExt:DigImageGUID': `urn:uuid:${requestId}`,
    };
    const manifest = {
      title: 'Output',
      claim_generator_info: [{ name: 'Luit' }],
      assertions: [
        { label: 'c2pa.actions', data: { actions: [{ action: 'c2pa.created', digitalSourceType: GENERATED }] } },
        { label: 'cawg.metadata', data: metadata },
      ],
    };
    const job = { file, signedFile, format, manifest, ingredients: [], signer: by, timeStampUrl: null };
    await signContent(job, signal());
    return readFile(signedFile);
  };
  const video = async (name: string): Promise<Buffer> => {
    const path = join(folder, name);
    const programs = await MediaPrograms.find(60_000, 'local');
    const source = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=8:duration=1'];
    // The index comes first, as in all outputs.
    await programs.run('ffmpeg', [...source, '-movflags', '+faststart', path], signal());
    return readFile(path);
  };
  const verified = async (file: Buffer): Promise<Verification> => {
    const { body } = await request(gateway.url).post('/api/verify').attach('file', file, 'file').expect(200);
    return body.verification as Verification;
  };
  const intact = { result: 'made_here', credentials: { state: 'intact', signer: SIGNER } };

  it.each(rowsOf(Object.entries(FORMATS) as [keyof typeof FORMATS, CredentialFormat][], ([kind]) => kind === 'png'))(
    'a signed %s image is intact, and named by the identifier in its credentials',
    async (kind, format) => {
      expect(await verified(await sign(await picture(kind), format))).toMatchObject(intact);
    },
  );

  it.each(rowsOf(['a.mp4', 'a.mov'], (name) => name === 'a.mp4'))(
    'a signed video (%s) is intact, and named by the identifier',
    async (name) => {
      expect(await verified(await sign(await video(name), 'video/mp4'))).toMatchObject(intact);
    },
  );

  it('a file that someone else signed names nothing, whatever the name of its signer', async () => {
    const signed = await sign(await picture('png'), 'image/png', await createTestSigner());
    expect(await verified(signed)).toEqual({
      ...{ result: 'unknown', output: null },
      credentials: { state: 'unknown_signer', signer: SIGNER },
    });
  });

  it.each([
    ['A camera\u202e\n', 'A camera'],
    ['\u2067 ', null],
    ['Luit”. It is real. “', 'Luit. It is real.'],
    ['Asha’s "camera"\u200f', 'Asha’s camera'],
    [null, null],
  ])('the name of a signer (%j) cannot change the text around it', (signer, shown) => {
    expect(toFileCredentials({ state: 'unknown_signer', signer, metadata: 'text' })).toEqual({
      ...{ credentials: { state: 'unknown_signer', signer: shown }, signedMetadata: '' },
    });
  });

  it('a file that was changed after signing names nothing, and has no signer', async () => {
    const changed = Buffer.concat([signedJpeg.subarray(0, -2), Buffer.from('00', 'hex'), signedJpeg.subarray(-2)]);
    expect(await verified(changed)).toEqual({
      ...{ result: 'unknown', output: null },
      credentials: { state: 'altered', signer: null },
    });
  });

  it('files that were never signed, and videos that cannot be, have no credentials', async () => {
    const none = { result: 'unknown', output: null, credentials: null };
    expect(await verified(await picture('webp'))).toEqual(none);
    expect(await verified(await video('b.mp4'))).toEqual(none);
    expect(await verified(await video('b.mkv'))).toEqual(none);
  });

  it('a file whose credentials cannot be read is verified without them, and the reason is logged', async () => {
    const damaged = Buffer.from(signedJpeg.toString('latin1').replace('jumd', 'xxxx'), 'latin1');
    const warnings: unknown[] = [];
    Logger.overrideLogger({ log: () => undefined, warn: (line) => warnings.push(line), error: () => undefined });
    const found = await verified(damaged).finally(() => Logger.overrideLogger(false));
    expect(found).toEqual({ result: 'unknown', output: null, credentials: null });
    expect(warnings).toContainEqual(
      expect.objectContaining({
        ...{ msg: 'Reading Content Credentials failed', credentialFormat: 'image/jpeg' },
        reason: expect.stringContaining('JumbfParseError'),
      }),
    );
  });
});
