import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one use, derived from a secret (HKDF-SHA256, RFC 5869). */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, KEY_BYTES));
}

/** AES-256-GCM: IV, tag, ciphertext. `label` is additional authenticated data, which binds the value to its row. */
export function sealValue(key: Buffer, plain: string, label: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error if the key, the label or the value differs from the sealed one */
export function openValue(key: Buffer, sealed: Buffer, label: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(label));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** Seals with the newest of several secrets and opens with any of them, so that a secret can be replaced while services run. */
export class RotatingSeal {
  private readonly keys: Buffer[];

  /** @param secrets newest first */
  constructor(secrets: string[], use: string) {
    this.keys = secrets.map((secret) => deriveKey(secret, use));
  }

  seal(plain: string, label: string): Buffer {
    return sealValue(this.keys[0]!, plain, label);
  }

  /** @returns null if none of the secrets opens it; `isNewest` is false if it should be sealed again */
  open(sealed: Buffer, label: string): { plain: string; isNewest: boolean } | null {
    for (const [i, key] of this.keys.entries()) {
      try {
        return { plain: openValue(key, sealed, label), isNewest: i === 0 };
      } catch {
        // Sealed with another secret. GCM cannot tell that from a damaged value.
      }
    }
    return null;
  }
}
