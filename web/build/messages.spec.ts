import { expect, it } from 'vitest';
import { messages } from './messages';

const transformed = async (source: string) => {
  const { transform } = messages();
  if (typeof transform !== 'object') throw new Error('The plugin transforms nothing');
  return Reflect.apply(transform.handler, undefined, [source, 'text.ts']) as Promise<{ code: string } | null>;
};
const plural = (one: string) =>
  `import { plural } from '@lingui/core/macro'; export const text = (count) => plural(count, { one: '${one}', other: 'many' });`;

it('compiles plurals, and refuses the sign for a number, which pages would show as it is', async () => {
  await expect(transformed(plural('one video'))).resolves.toMatchObject({ code: expect.stringContaining('one video') });
  await expect(transformed(plural('# video'))).rejects.toThrow('Write the formatted number instead of #');
});
