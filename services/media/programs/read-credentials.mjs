// Reads the Content Credentials of an untrusted file. The job and the answer are described in
// content-credentials/read-credentials.ts.
//   node read-credentials.mjs < JOB
import { readFileSync } from 'node:fs';
import { serveJobs, WasmReader } from './c2pa.mjs';
import { isSplitJpeg } from './split-jpeg.mjs';

/** The library throws its errors as text. */
const WITHOUT_CREDENTIALS = /^C2pa\((JumbfNotFound|ProvenanceMissing|RemoteManifestUrl)\b/;
/** The description that each statement in credentials begins with (JUMBF, ISO 19566-5). */
const STATEMENT = 'jumd';
/** Read within seconds. The time grows with the square of their number; files of cameras and editors have up to hundreds. */
const MAX_STATEMENTS = 3_000;
const DATA_MISMATCH = 'assertion.dataHash.mismatch';

await serveJobs(({ file, format, signers }) => read(file, format, signers));

async function read(file, format, signers) {
  const verify = { verify_trust: true, remote_manifest_fetch: false, ocsp_fetch: false };
  // Trusts exactly these certificates, and no authority.
  const ours = { trust_kind: 'manifest', trust_uri: '', trust_anchors: '', allowed_list: signers.join('\n') };
  const settings = { verify, trust: { anchors: signers.length > 0 ? [ours] : [] } };
  const bytes = readFileSync(file);
  assertReadable(bytes);
  const reader = await openReader(bytes, format, settings);
  if (reader === null) return null;
  const {
    validation_state: state,
    validation_results: results,
    manifests,
    active_manifest: active,
  } = JSON.parse(reader.json());
  const { assertions = [], signature_info: signature = {} } = manifests[active] ?? {};
  const failures = (results?.activeManifest?.failure ?? []).map(({ code }) => code);
  const isSplit = format === 'image/jpeg' && isSplitJpeg(bytes);
  return {
    ...(isSplit ? { state: 'Invalid', failures: [...failures, DATA_MISMATCH] } : { state, failures }),
    signer: signature.issuer ?? signature.common_name ?? null,
    metadata: assertions.filter(({ label }) => label.startsWith('cawg.metadata')).map(({ data }) => data),
  };
}

function assertReadable(bytes) {
  let count = 0;
  for (let at = bytes.indexOf(STATEMENT); at !== -1; at = bytes.indexOf(STATEMENT, at + 1)) count += 1;
  if (count > MAX_STATEMENTS) throw new Error(`The credentials have ${count} statements, more than ${MAX_STATEMENTS}`);
}

async function openReader(bytes, format, settings) {
  try {
    return await WasmReader.fromBytes(format, bytes, JSON.stringify(settings));
  } catch (error) {
    if (WITHOUT_CREDENTIALS.test(String(error))) return null;
    throw error;
  }
}
