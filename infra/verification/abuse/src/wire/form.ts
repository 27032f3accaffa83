export interface FormPart {
  name: string;
  fileName?: string;
  type?: string;
  content: string | Buffer;
}

export const BOUNDARY = 'abuse-4f1c';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A multipart body, incomplete if `hasEnd` is false. */
export function form(parts: FormPart[], hasEnd = true): Buffer {
  const pieces = parts.flatMap(({ name, fileName, type, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"` +
        (fileName === undefined ? '' : `; filename="${fileName}"`) +
        (type === undefined ? '' : `\r\ncontent-type: ${type}`) +
        '\r\n\r\n',
      'utf8',
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(hasEnd ? `--${BOUNDARY}--\r\n` : '')]);
}
