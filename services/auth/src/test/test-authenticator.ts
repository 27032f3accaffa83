import type { PasskeyResponse } from '@luit/contracts/auth/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Options = Record<string, unknown>;

/** COSE (RFC 9053): an elliptic curve key of P-256 for ES256. */
const COSE = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3 };
const [EC2, ES256, P256] = [2, -7, 1];
const FLAGS = { present: 1, verified: 4, attested: 64 };
const AAGUID = Buffer.alloc(16);

/** A passkey as a browser and its device use it (WebAuthn, sections 6.1 and 6.5). */
export class TestAuthenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly id = randomBytes(16);
  private counter = 0;

  constructor(
    public origin: string,
    /** Whether the device asked for a PIN or a fingerprint. */
    public isVerifying = true,
  ) {}

  create(options: Options): PasskeyResponse {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [COSE.keyType, EC2],
      [COSE.algorithm, ES256],
      [COSE.curve, P256],
      [COSE.x, new Uint8Array(Buffer.from(x, 'base64url'))],
      [COSE.y, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([AAGUID, length, this.id, isoCBOR.encode(key as never)]);
    const authData = this.authenticatorData(FLAGS.attested, attested);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url');
    const clientDataJSON = this.clientData('webauthn.create', options).toString('base64url');
    return this.respond({ clientDataJSON, attestationObject, transports: ['internal'] });
  }

  use(options: Options): PasskeyResponse {
    this.counter += 1;
    const authData = this.authenticatorData();
    const clientData = this.clientData('webauthn.get', options);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return this.respond({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
    });
  }

  /** Makes the next use look like one of a copy. */
  rewind(): void {
    this.counter = 0;
  }

  private respond(response: Record<string, unknown>): PasskeyResponse {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  private clientData(type: string, { challenge }: Options): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private authenticatorData(more = 0, attested: Uint8Array = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = FLAGS.present | (this.isVerifying ? FLAGS.verified : 0) | more;
    const rpIdHash = createHash('sha256').update(new URL(this.origin).hostname).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, attested]);
  }
}
