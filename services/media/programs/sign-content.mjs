// Writes copies of files with Content Credentials. A job is described in content-credentials/sign-content.ts.
//   node sign-content.mjs < JOBS
import { writeFileSync } from 'node:fs';
import { blobOf, serveJobs, WasmBuilder, WasmReader } from './c2pa.mjs';
import { coseSign, maxSizeOf } from './cose-sign.mjs';
import { MAX_TIME_STAMP_BYTES, timeStamp } from './time-stamp.mjs';
import { signVideo } from './video-hash.mjs';

const VIDEO = 'video/mp4';
/** The faults that a reader reports if it gets only the beginning of a correctly signed video, without its frames, and trusts no signer. */
const EXPECTED = ['assertion.bmffHash.mismatch', 'signingCredential.untrusted'];

await serveJobs(async ({ file, signedFile, format, manifest, ingredients, signer, timeStampUrl }) => {
  const isVideo = format === VIDEO;
  const settings = JSON.stringify({ verify: { verify_after_sign: !isVideo } });
  const builder = WasmBuilder.fromJson(JSON.stringify({ ...manifest, format }), settings);
  try {
    for (const { file: itsFile, format: itsFormat, ...definition } of ingredients)
      await builder.addIngredientFromBlob(JSON.stringify(definition), itsFormat, blobOf(itsFile));
    let timeStampFailure = null;
    const timeStampOf = async (message) => {
      if (timeStampUrl === null) return null;
      try {
        return await timeStamp(message, timeStampUrl);
      } catch (error) {
        timeStampFailure = String(error.cause ?? error);
        return null;
      }
    };
    const reserveSize = maxSizeOf(signer) + (timeStampUrl === null ? 0 : MAX_TIME_STAMP_BYTES);
    const sign = (blob, stamp) =>
      builder.sign(
        { alg: 'es256', reserveSize, sign: (claim) => coseSign(claim, signer, reserveSize, stamp) },
        [],
        format,
        blob,
      );
    if (isVideo) {
      await signVideo(file, signedFile, builder, async (start, isFinal) => {
        const signed = await sign(blobOf(start), isFinal ? timeStampOf : () => null);
        if (isFinal) await assertSigned(signed);
        return signed;
      });
    } else {
      writeFileSync(signedFile, await sign(blobOf(file), timeStampOf));
    }
    return { timeStampFailure };
  } finally {
    builder.free();
  }
});

/** @throws Error if the certificate has expired or may not sign, or the signature is wrong */
async function assertSigned(start) {
  const reader = await WasmReader.fromBytes(VIDEO, start, null);
  const { failure = [] } = JSON.parse(reader.json()).validation_results?.activeManifest ?? {};
  reader.free();
  const codes = failure.map(({ code }) => code).filter((code) => !EXPECTED.includes(code));
  if (codes.length > 0) throw new Error(`The signature is not valid: ${codes.join(', ')}`);
}
