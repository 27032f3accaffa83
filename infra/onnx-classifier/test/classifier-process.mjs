import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import sharp from 'sharp';

const program = path.join(import.meta.dirname, '..', 'src', 'main.mjs');

export const KEY = 'test-key-of-the-classifier';
/** For `MAGENTA_IS_VIOLENT`. */
export const BASE_SETTINGS = { LABELS: '[null, "violence"]', ACTIVATION: 'softmax' };

/** The real program in a process of its own, with a model in a temporary folder. */
export class ClassifierProcess {
  /** @type {Record<string, unknown>[]} */
  lines = [];
  errors = '';
  /** @type {string[]} what was in its home folder at its end */
  files = [];
  url = '';

  /** @param {Buffer} model @param {Record<string, string>} settings */
  constructor(model, settings) {
    this.folder = mkdtempSync(path.join(tmpdir(), 'luit-onnx-'));
    const file = path.join(this.folder, 'model.onnx');
    writeFileSync(file, model);
    this.process = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, HOME: this.folder, MODEL: file, PORT: '0', KEY, ...BASE_SETTINGS, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process.stderr.on('data', (text) => (this.errors += text));
    this.output = createInterface({ input: this.process.stdout });
    this.output.on('line', (line) => this.lines.push(JSON.parse(line)));
    this.exited = once(this.process, 'close').then(([code]) => {
      this.files = readdirSync(this.folder);
      rmSync(this.folder, { recursive: true });
      return code;
    });
  }

  /** Resolves when the program is ready. @param {Buffer} model @param {Record<string, string>} settings */
  static async start(model, settings = {}) {
    const started = new ClassifierProcess(model, settings);
    started.url = `http://127.0.0.1:${(await started.line('Listening')).port}`;
    await started.line('Ready');
    return started;
  }

  /** What it logged, as soon as it did. @param {string} msg @returns {Promise<Record<string, unknown>>} */
  async line(msg) {
    const find = () => this.lines.find((line) => line.msg === msg);
    while (!find()) {
      const ended = this.exited.then((code) => {
        throw new Error(`The program exited with ${code}: ${this.errors}`);
      });
      await Promise.race([once(this.output, 'line'), ended]);
    }
    return find() ?? {};
  }

  /** @param {unknown} body @param {Record<string, string>} headers */
  post(body, headers = {}) {
    return fetch(`${this.url}/classify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** @param {Buffer[]} images @returns {Promise<Record<string, number>>} */
  async scores(...images) {
    const response = await this.post({ images: images.map((image) => image.toString('base64')) });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    const answer = /** @type {{ scores: Record<string, number> }} */ (await response.json());
    return answer.scores;
  }

  /** @returns {Promise<number>} its exit code */
  stop() {
    this.process.kill('SIGTERM');
    return this.exited;
  }
}

/** The exit code and the error of a program that does not start. @param {Buffer} model @param {Record<string, string>} settings */
export async function failure(model, settings) {
  const failing = new ClassifierProcess(model, settings);
  const code = await failing.exited;
  return { code, errors: failing.errors };
}

/** @param {string} background @param {'png' | 'jpeg' | 'webp'} format */
export function plainImage(background, format = 'png') {
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}
