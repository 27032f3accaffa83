import { ArgumentError, readArguments } from './arguments';

const FLOODS = ['json-keys', 'sync-frames'];

describe('the arguments of test:abuse', () => {
  it('asks for everything where nothing is named', () => {
    expect(readArguments([], FLOODS)).toEqual({ isShort: false, stackFile: undefined, parts: [], timeFactor: 1 });
  });

  it('takes the short form, a stack and names of floods', () => {
    const asked = readArguments(['--short', '--time-factor', '3', '--stack', 'stack.json', 'sync-frames'], FLOODS);
    expect(asked).toEqual({ isShort: true, stackFile: 'stack.json', parts: ['sync-frames'], timeFactor: 3 });
  });

  it.each([['--long'], ['no-such-flood'], ['--time-factor=0']])('refuses %s and lists what is known', (argument) => {
    const read = (): unknown => readArguments([argument], FLOODS);
    expect(read).toThrow(ArgumentError);
    expect(read).toThrow(/--short[\s\S]*json-keys, sync-frames/);
  });
});
