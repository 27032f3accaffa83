import { readOptions, UsageError } from './runner-options';

const GIVEN = ['--url', 'https://luit.example/', '--token', 't', '--engine', 'comfyui=http://127.0.0.1:8188/'];

describe('the options of a runner', () => {
  it('have defaults, and come from the environment', () => {
    const options = readOptions(GIVEN, {});
    expect(options).toMatchObject({ url: 'https://luit.example', token: 't', slots: 1, metricsPort: null });
    expect(options.engines).toEqual([
      {
        id: 'comfyui',
        kind: 'comfyui',
        dialect: null,
        baseUrl: 'http://127.0.0.1:8188',
        credential: null,
        isOwn: true,
      },
    ]);
    const env = { LUIT_URL: 'http://localhost:8080', LUIT_TOKEN: 'e', LUIT_ENGINE_CREDENTIAL: 'c' };
    const { engines, ...others } = readOptions(['--engine', 'vllm-omni=http://10.0.0.7:8091', '--slots', '4'], env);
    expect(others).toMatchObject({ url: 'http://localhost:8080', token: 'e', slots: 4 });
    expect(engines).toMatchObject([{ kind: 'videos-api', dialect: 'vllm-omni', credential: 'c' }]);
  });

  it.each([
    [[], '--url'],
    [GIVEN.slice(0, 2), '--token'],
    [GIVEN.slice(0, 4), '--engine'],
    [['--url', 'http://luit.example', ...GIVEN.slice(2)], 'https'],
    [[...GIVEN, '--engine', 'cog=http://x'], 'comfyui='],
    [[...GIVEN, '--engine', 'comfyui'], 'comfyui='],
    [[...GIVEN, '--slots', '0'], '--slots'],
    [[...GIVEN, '--metrics', 'x'], '--metrics'],
    [[...GIVEN, '--other'], 'other'],
  ])('%j is refused', (args, part) => {
    expect(() => readOptions(args, {})).toThrow(UsageError);
    expect(() => readOptions(args, {})).toThrow(part);
  });
});
