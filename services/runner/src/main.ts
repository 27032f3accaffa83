import { createEngine } from '@luit/engines/create-engine';
import { send } from '@luit/engines/transport/send';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { FolderInUseError, JobFiles } from './job-files';
import { log } from './log';
import { LuitClient } from './luit-client';
import { Runner, type RunnerEngine } from './runner';
import { readOptions, USAGE, UsageError } from './runner-options';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options) return void process.stdout.write(`${USAGE}\n`);
  const { url, token, engines, slots, folder, metricsPort } = options;
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };
  const [first, ...others] = engines.map((instance): RunnerEngine => ({
    ...instance,
    engine: createEngine(instance, { send }),
  }));
  const runner = new Runner([first!, ...others], new LuitClient(url, token), new JobFiles(folder), { slots, version });
  const server = metricsPort === null ? undefined : serveMetrics(runner, metricsPort);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => runner.stop());
  log('Runner started', { version, url, slots, engines: engines.map(({ id }) => id).join(',') });
  await runner.run();
  server?.close();
  log('Runner stopped');
}

function serveMetrics(runner: Runner, port: number) {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(runner.metrics());
  });
  return server.listen(port, '127.0.0.1');
}

main().catch((error: unknown) => {
  process.stderr.write(`${textOf(error)}\n`);
  process.exitCode = 1;
});

function textOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  if (error instanceof FolderInUseError) return error.message;
  return (error as Error).stack ?? String(error);
}
