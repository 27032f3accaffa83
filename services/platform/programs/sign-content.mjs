// Writes a copy of a file with Content Credentials. The job (JSON on standard input) is described in content-credentials/sign-content.ts.
//   node sign-content.mjs < JOB
// Each file has its own process, because the library holds the whole file in memory that WebAssembly never returns.
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { blobOf, runJob, WasmBuilder } from './c2pa.mjs';
import { coseSign } from './cose-sign.mjs';

const NICENESS = 5;
/** Reserved for a signature of 64 bytes and its certificates, of which each has about 700 bytes. */
const SIGNATURE_BYTES = 8_000;

setPriority(NICENESS);

await runJob(async ({ file, signedFile, format, manifest, ingredients, signer }) => {
  const builder = WasmBuilder.fromJson(JSON.stringify({ ...manifest, format }), null);
  for (const { file: itsFile, format: itsFormat, ...definition } of ingredients)
    await builder.addIngredientFromBlob(JSON.stringify(definition), itsFormat, blobOf(itsFile));
  const signing = {
    alg: 'es256',
    reserveSize: SIGNATURE_BYTES,
    sign: async (claim) => coseSign(claim, signer, SIGNATURE_BYTES),
  };
  writeFileSync(signedFile, await builder.sign(signing, [], format, blobOf(file)));
});
