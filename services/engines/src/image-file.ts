const DATA_URI = /^data:image\/(png|jpeg|webp);base64,/;
const EXTENSIONS: Record<string, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' };

export const isDataUri = (value: unknown): value is string => typeof value === 'string' && DATA_URI.test(value);

/** The content of an image that Luit has cleaned. @throws Error if it is not such a data URI, which is a bug */
export function fileOf(uri: string): { file: Blob; extension: string; type: string } {
  const [prefix = '', format = ''] = DATA_URI.exec(uri) ?? [];
  const extension = EXTENSIONS[format];
  if (!extension) throw new Error('The image is not a data URI of a PNG, JPEG or WebP');
  const type = `image/${format}`;
  return { file: new Blob([Buffer.from(uri.slice(prefix.length), 'base64')], { type }), extension, type };
}
