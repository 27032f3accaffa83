import { ArgumentError } from '@luit/local/command-arguments';
import { readArguments } from './arguments';

const FLOODS = ['json-keys', 'sync-frames'];

describe('the arguments of the campaign', () => {
  it('select everything by default', () => {
    expect(readArguments([], FLOODS)).toEqual({ isShort: false, stackFile: undefined, parts: [] });
  });

  it('accept the short form, a stack and names of floods', () => {
    const options = readArguments(['--short', '--stack', 'stack.json', 'sync-frames'], FLOODS);
    expect(options).toEqual({ isShort: true, stackFile: 'stack.json', parts: ['sync-frames'] });
  });

  it.each([['--long'], ['no-such-flood']])('reject %s and list known parts', (argument) => {
    const read = (): unknown => readArguments([argument], FLOODS);
    expect(read).toThrow(ArgumentError);
    expect(read).toThrow(/json-keys, sync-frames, --short/);
  });
});
