// Reads the Content Credentials of an untrusted file. The job and the answer (JSON on standard input and output) are described in
// content-credentials/read-credentials.ts.
//   node read-credentials.mjs < JOB
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { runJob, WasmReader } from './c2pa.mjs';

const NICENESS = 5;
/** The library throws its errors as text. */
const WITHOUT_CREDENTIALS = /^C2pa\((JumbfNotFound|ProvenanceMissing|RemoteManifestUrl)\b/;

setPriority(NICENESS);

await runJob(async ({ file, format, signers }) => {
  process.stdout.write(JSON.stringify(await read(file, format, signers)));
});

async function read(file, format, signers) {
  const verify = { verify_trust: true, remote_manifest_fetch: false, ocsp_fetch: false };
  // Trusts exactly these certificates, and no authority.
  const ours = { trust_kind: 'manifest', trust_uri: '', trust_anchors: '', allowed_list: signers.join('\n') };
  const settings = { verify, trust: { anchors: signers.length > 0 ? [ours] : [] } };
  const reader = await openReader(file, format, settings);
  if (reader === null) return null;
  const {
    validation_state: state,
    validation_results: results,
    manifests,
    active_manifest: active,
  } = JSON.parse(reader.json());
  const { assertions = [], signature_info: signature = {} } = manifests[active] ?? {};
  return {
    state,
    failures: (results?.activeManifest?.failure ?? []).map(({ code }) => code),
    signer: signature.issuer ?? signature.common_name ?? null,
    metadata: assertions.filter(({ label }) => label.startsWith('cawg.metadata')).map(({ data }) => data),
  };
}

async function openReader(file, format, settings) {
  try {
    return await WasmReader.fromBytes(format, readFileSync(file), JSON.stringify(settings));
  } catch (error) {
    if (WITHOUT_CREDENTIALS.test(String(error))) return null;
    throw error;
  }
}
