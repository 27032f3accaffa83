import { measureRecognition } from './recognition';

describe('recognition of copies', () => {
  it('two altered videos of the sandbox are recognized, and neither of two others', async () => {
    expect(await measureRecognition(2, 11)).toEqual({ found: 2, plain: 0, mistaken: 0, videos: 2 });
  }, 300_000);
});
