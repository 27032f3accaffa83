import { newApiKey } from '@luit/contracts/auth/api-key-format';
import { readOptions, UsageError } from './runner-options';

const TOKEN = newApiKey('runner');
const GIVEN = ['--url', 'https://luit.example/', '--token', TOKEN, '--engine', 'comfyui=http://127.0.0.1:8188/'];

describe('the options of a runner', () => {
  it('have defaults, and come from the environment', () => {
    const options = readOptions(GIVEN, {})!;
    expect(options).toMatchObject({ url: 'https://luit.example', token: TOKEN, slots: 1, metricsPort: null });
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
    const env = { LUIT_URL: 'http://localhost:8080', LUIT_TOKEN: TOKEN, LUIT_ENGINE_CREDENTIAL: 'c' };
    const { engines, ...others } = readOptions(['--engine', 'vllm-omni=http://10.0.0.7:8091', '--slots', '4'], env)!;
    expect(others).toMatchObject({ url: 'http://localhost:8080', token: TOKEN, slots: 4 });
    expect(engines).toMatchObject([{ kind: 'videos-api', dialect: 'vllm-omni', credential: 'c' }]);
  });

  it('are explained on request', () => {
    expect(readOptions(['--help'], {})).toBeNull();
  });

  it.each([
    ['--url', []],
    ['--token', GIVEN.slice(0, 2)],
    ['--engine', GIVEN.slice(0, 4)],
    ['copy all of it', [...GIVEN, '--token', TOKEN.slice(0, -1)]],
    ['https', ['--url', 'http://luit.example', ...GIVEN.slice(2)]],
    ['comfyui=', [...GIVEN, '--engine', 'cog=http://x']],
    ['comfyui=', [...GIVEN, '--engine', 'comfyui']],
    ['--slots', [...GIVEN, '--slots', '0']],
    ['--metrics', [...GIVEN, '--metrics', 'x']],
    ['other', [...GIVEN, '--other']],
  ])('what is wrong with %s is refused (%#)', (part, args) => {
    expect(() => readOptions(args, {})).toThrow(UsageError);
    expect(() => readOptions(args, {})).toThrow(part);
  });
});
