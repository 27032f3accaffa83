import { measureRecognition } from './recognition';

describe('recognition of copies', () => {
  it('six altered videos of the sandbox are recognized, and none of six others (`npm run verify-bench` takes 100)', async () => {
    expect(await measureRecognition(6, 11)).toEqual({ found: 6, plain: 0, mistaken: 0, videos: 6 });
  }, 300_000);
});
