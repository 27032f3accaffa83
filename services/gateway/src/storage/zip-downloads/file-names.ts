import type { ZipEntry } from '@luit/contracts/generation/zip-downloads';

const MAX_CHARACTERS = 60;

/** A name that identifies the file: its number, the beginning of its prompt, and its extension. Unicode, as in the prompt. */
export function fileNameOf({ prompt, type, outputKey }: ZipEntry, index: number): string {
  const words = [...prompt.normalize().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')].slice(0, MAX_CHARACTERS).join('');
  const title = words.replace(/^-+|-+$/g, '') || (type === 'restore' ? 'restored' : 'ai-video');
  const extension = outputKey.slice(outputKey.lastIndexOf('.'));
  return `${String(index + 1).padStart(3, '0')} ${title}${extension}`;
}
