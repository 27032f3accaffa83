import { CompilerOutput } from './compiler-output';

const START = '03:04:05 PM - Starting compilation in watch mode...\n\n';
const CHANGE = '03:04:06 PM - File change detected. Starting incremental compilation...\n\n';
const ERROR = "services/auth/src/main.ts(1,1): error TS2304: Cannot find name 'x'.";

describe('CompilerOutput', () => {
  it('a build ends with its status line, in whatever chunks it arrives', () => {
    const output = new CompilerOutput();
    expect(output.append(`${START}03:04:06 PM - Found 0 err`)).toEqual([]);
    expect(output.append('ors. Watching for file changes.\n')).toEqual([{ errors: 0, messages: '' }]);
  });

  it('a failed build carries its errors without status lines', () => {
    const text = `${CHANGE}${ERROR}\n\n03:04:07 PM - Found 1 error. Watching for file changes.\n\n`;
    expect(new CompilerOutput().append(text)).toEqual([{ errors: 1, messages: ERROR }]);
  });

  it('several builds in one chunk are separate', () => {
    const end = (errors: number) => `03:04:07 PM - Found ${errors} errors. Watching for file changes.\n\n`;
    const builds = new CompilerOutput().append(`${START}${ERROR}\n${end(2)}${CHANGE}${end(0)}`);
    expect(builds).toEqual([
      { errors: 2, messages: ERROR },
      { errors: 0, messages: '' },
    ]);
  });
});
