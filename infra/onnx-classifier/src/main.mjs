// A classifier of images for Luit (docs/operations/safety.md, "A local model").
import { ClassifierServer } from './classifier-server.mjs';
import { ConfigurationError } from './configuration-error.mjs';
import { createLog } from './log.mjs';
import { Model } from './model.mjs';
import { readSettings } from './settings.mjs';

const EXIT_CONFIGURATION = 78;

let log = createLog('info');

/** @param {unknown} error @returns {never} */
function crash(error) {
  if (error instanceof ConfigurationError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  log('fatal', 'Uncaught error; exiting', { err: { type: name, message, stack } });
  process.exit(1);
}

/** Answers what is in flight, and exits. */
function drainOnSignals(/** @type {ClassifierServer} */ server, /** @type {number} */ drainMs) {
  let isEnding = false;
  /** @param {string} signal */
  const end = (signal) => {
    if (isEnding) return;
    isEnding = true;
    log('info', 'Draining', { signal });
    setTimeout(() => {
      log('warn', 'Drain timed out; exiting');
      process.exit(1);
    }, drainMs).unref();
    server.close().then(() => process.exit(0), crash);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

async function main() {
  const settings = readSettings(process.env);
  log = createLog(settings.logLevel);
  const server = new ClassifierServer(settings.server, log);
  // Requests may take their deadline, and an inference that has begun cannot be stopped.
  drainOnSignals(server, 2 * settings.server.deadlineMs + 1_000);
  const port = await server.listen();
  log('info', 'Listening', { host: settings.server.host, port });
  const model = await Model.load(settings);
  server.serve(model);
  log('info', 'Ready', model.describe());
}

process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);
main().catch(crash);
