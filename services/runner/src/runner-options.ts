import { isRunnerToken } from '@luit/contracts/auth/api-key-format';
import { MAX_RUNNER_SLOTS } from '@luit/contracts/generation/runner-limits';
import type { EngineInstance } from '@luit/engines/engine-instance';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface RunnerOptions {
  /** Origin of the installation, without a slash at the end. */
  url: string;
  token: string;
  engines: EngineInstance[];
  slots: number;
  /** Keeps the id of the runner and the outputs that are not uploaded yet. */
  folder: string;
  /** Port of /metrics on loopback; null for none. */
  metricsPort: number | null;
}

export const USAGE = `Usage: luit-runner --url URL --token TOKEN --engine KIND=URL [options]

  --url URL           the installation, such as https://luit.example; or LUIT_URL
  --token TOKEN       from the page Providers; or LUIT_TOKEN, which other users of the machine cannot see
  --engine KIND=URL   the server beside the GPU: comfyui, comfy-v2, vllm-omni, sglang or generic; may be repeated
                      LUIT_ENGINE_CREDENTIAL is its token, if it needs one
  --slots N           jobs at a time, 1 by default
  --folder FOLDER     where outputs wait for their upload, ~/.luit-runner by default
  --metrics PORT      serves /metrics on 127.0.0.1
  --help              prints this`;

const DIALECTS = ['vllm-omni', 'sglang', 'generic'] as const;

/** The arguments are wrong; the message says which. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @returns null if only help is wanted @throws UsageError */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): RunnerOptions | null {
  const values = parsed(args);
  if (values.help) return null;
  const url = values.url ?? env.LUIT_URL;
  const token = values.token ?? env.LUIT_TOKEN;
  const { engine: engines = [] } = values;
  if (!url || !URL.canParse(url)) throw new UsageError('--url must be the URL of the installation');
  const { protocol, hostname, origin } = new URL(url);
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new UsageError('--url must begin with https://, because the token is sent to it');
  if (!token) throw new UsageError('--token is missing');
  if (!isRunnerToken(token)) throw new UsageError('--token is not a token of the page Providers; copy all of it');
  if (engines.length === 0) throw new UsageError('--engine is missing');
  return {
    url: origin,
    token,
    engines: engines.map((each) => engineOf(each, env.LUIT_ENGINE_CREDENTIAL ?? null)),
    slots: numberOf('--slots', values.slots ?? '1', MAX_RUNNER_SLOTS),
    folder: values.folder ?? join(homedir(), '.luit-runner'),
    metricsPort: values.metrics === undefined ? null : numberOf('--metrics', values.metrics, 65_535),
  };
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const engine = { type: 'string', multiple: true } as const;
  const options = {
    url: text,
    token: text,
    engine,
    slots: text,
    folder: text,
    metrics: text,
    help: { type: 'boolean' } as const,
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function engineOf(text: string, credential: string | null): EngineInstance {
  const [name = '', baseUrl = ''] = split(text);
  const dialect = DIALECTS.find((each) => each === name) ?? null;
  const kind = dialect ? 'videos-api' : (['comfyui', 'comfy-v2'] as const).find((each) => each === name);
  if (!kind || !URL.canParse(baseUrl))
    throw new UsageError(`--engine ${text}: write it as comfyui=http://127.0.0.1:8188`);
  return { id: name, kind, dialect, baseUrl: baseUrl.replace(/\/+$/, ''), credential, isOwn: true };
}

function split(text: string): string[] {
  const at = text.indexOf('=');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function numberOf(name: string, text: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new UsageError(`${name} must be a number from 1 to ${most}`);
}
