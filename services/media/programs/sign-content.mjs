// Writes a copy of a file with Content Credentials. The job (JSON on standard input) is described in content-credentials/sign-content.ts.
//   node sign-content.mjs < JOB
// Each file has its own process, because the library holds the whole file in memory that WebAssembly never returns.
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { blobOf, runJob, WasmBuilder } from './c2pa.mjs';
import { coseSign, maxSizeOf } from './cose-sign.mjs';
import { MAX_TIME_STAMP_BYTES, timeStamp } from './time-stamp.mjs';

const NICENESS = 5;

setPriority(NICENESS);

await runJob(async ({ file, signedFile, format, manifest, ingredients, signer, timeStampUrl }) => {
  const builder = WasmBuilder.fromJson(JSON.stringify({ ...manifest, format }), null);
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
  const signing = { alg: 'es256', reserveSize, sign: (claim) => coseSign(claim, signer, reserveSize, timeStampOf) };
  writeFileSync(signedFile, await builder.sign(signing, [], format, blobOf(file)));
  process.stdout.write(JSON.stringify({ timeStampFailure }));
});
