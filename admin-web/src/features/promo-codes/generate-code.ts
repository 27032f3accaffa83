/** Without letters and digits that look alike: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;
/** The largest multiple of the alphabet in a byte. Bytes above it would make some characters more likely. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** A random code that is easy to read and type. */
export function generateCode(): string {
  let code = '';
  while (code.length < LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR_BYTES) code += ALPHABET[byte % ALPHABET.length];
  }
  return code;
}
