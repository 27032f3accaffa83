import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { readCatalogFile } from './catalog-file';

const file = (entries: unknown) => readCatalogFile(JSON.stringify(entries));

describe('a file of models', () => {
  it('with the shipped models has no faults, and reads as them', () => {
    expect(file(SHIPPED_MODELS)).toEqual({ entries: SHIPPED_MODELS });
  });

  it.each<[string, string, string, RegExp]>([
    ['no JSON', '[{', '', /not JSON/],
    ['no list', '{}', '', /list of entries/],
    ['more than 5 MB', JSON.stringify(['x'.repeat(10_000_000)]), '', /longer than 5 MB/],
    ['an entry that is null', '[null]', '0', /expected object/],
    ['a fault', JSON.stringify([{ ...SHIPPED_MODELS[0], speed: 1 }]), 'seedance.speed', /Unknown field/],
    [
      'two entries with one id',
      JSON.stringify([SHIPPED_MODELS[0], { ...SHIPPED_MODELS[0], id: 'Seedance' }]),
      'seedance',
      /Two entries/,
    ],
  ])('with %s is refused at its path', (_, text, path, message) => {
    expect(readCatalogFile(text)).toEqual({
      problems: expect.arrayContaining([{ path, message: expect.stringMatching(message) as string }]) as unknown,
    });
  });
});
