import { ArgumentError } from '@luit/local/command-arguments';
import { readArguments } from './arguments';

const FLOODS = ['json-keys', 'sync-frames'];

describe('the arguments of test:abuse', () => {
  it('select everything by default', () => {
    expect(readArguments([], FLOODS)).toEqual({ isShort: false, stackFile: undefined, parts: [], timeFactor: 1 });
  });

  it('accept the short form, a stack and names of floods', () => {
    const options = readArguments(['--short', '--time-factor', '3', '--stack', 'stack.json', 'sync-frames'], FLOODS);
    expect(options).toEqual({ isShort: true, stackFile: 'stack.json', parts: ['sync-frames'], timeFactor: 3 });
  });

  it.each([['--long'], ['no-such-flood']])('reject %s and list known parts', (argument) => {
    const read = (): unknown => readArguments([argument], FLOODS);
    expect(read).toThrow(ArgumentError);
    expect(read).toThrow(/json-keys, sync-frames, --short/);
  });

  it('reject a time factor below 1', () => {
    expect(() => readArguments(['--time-factor=0'], FLOODS)).toThrow(ArgumentError);
  });
});
