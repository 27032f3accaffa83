import { transformFile } from '@swc/core';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The examples that the developers' page shows. */
export const EXAMPLES = path.resolve(__dirname, '..', '..', '..', '..', '..', 'docs', 'examples');

interface RunningExample {
  /** The output so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Runs examples in a folder, with the environment that the page describes. */
export class ExampleRunner {
  constructor(
    private readonly folder: string,
    private readonly environment: { LUIT_URL: string; LUIT_API_KEY: string },
  ) {}

  /**
   * Returns what the program writes.
   *
   * @throws Error with its error output if it fails
   */
  async run(name: string, more: Record<string, string> = {}): Promise<string> {
    const [command, ...args] = await this.commandOf(name);
    const { stdout } = await promisify(execFile)(command, args, { ...this.options(more), encoding: 'utf8' });
    return stdout;
  }

  /** Runs a program that writes JSON. */
  async json<T>(name: string, more?: Record<string, string>): Promise<T> {
    return JSON.parse(await this.run(name, more)) as T;
  }

  /** Starts a program that runs until it is stopped. */
  async start(name: string, more: Record<string, string>): Promise<RunningExample> {
    const [command, ...args] = await this.commandOf(name);
    const child = spawn(command, args, this.options(more));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    return {
      output: () => output,
      stop: async () => {
        if (child.exitCode !== null) return;
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      },
    };
  }

  /** Creates something with the key, and returns the answer, which may be a refusal. */
  async call(route: string, body: object): Promise<unknown> {
    const { LUIT_URL, LUIT_API_KEY } = this.environment;
    const headers = { authorization: `Bearer ${LUIT_API_KEY}`, 'content-type': 'application/json' };
    const response = await fetch(LUIT_URL + route, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  }

  private options(more: Record<string, string>) {
    return { cwd: this.folder, env: { ...process.env, ...this.environment, ...more } };
  }

  /** Node.js 20 needs TypeScript as JavaScript; newer releases run it as it is. The others need bash with curl, and python3. */
  private async commandOf(name: string): Promise<[string, ...string[]]> {
    const file = path.join(EXAMPLES, name);
    if (name.endsWith('.sh')) return ['bash', '-eu', '-o', 'pipefail', file];
    if (name.endsWith('.py')) return ['python3', file];
    const { code } = await transformFile(file, {
      swcrc: false,
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    });
    const compiled = path.join(this.folder, name.replace(/\.ts$/, '.mjs'));
    await writeFile(compiled, code);
    return [process.execPath, compiled];
  }
}
