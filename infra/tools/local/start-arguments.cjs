// Plain CommonJS, because scripts use it before anything is installed or compiled. Types: start-arguments.d.cts.
'use strict';
const { parseArgs } = require('node:util');

const OPTIONS = {
  workers: { type: 'string' },
  fresh: { type: 'boolean' },
  restore: { type: 'string' },
  port: { type: 'string' },
  'sandbox-port': { type: 'string' },
  'mailbox-port': { type: 'string' },
  'smtp-port': { type: 'string' },
  'postgres-port': { type: 'string' },
  'redis-port': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

const usage = (command) => `${command} -- [options]
  --workers N          worker processes (1)
  --fresh              start without the data of earlier runs, which is moved aside
  --restore FOLDER     replace all data with a backup (npm run backup) first
  --port N             the web app's port (8080), or LUIT_PORT
  --sandbox-port N     (8090), or LUIT_SANDBOX_PORT
  --mailbox-port N     (1080), or LUIT_MAILBOX_PORT
  --smtp-port N        (1025), or LUIT_SMTP_PORT
  --postgres-port N    (55432), or LUIT_POSTGRES_PORT
  --redis-port N       (56379), or LUIT_REDIS_PORT
LUIT_DIR sets the folder for data, logs and stack.json (default: .luit).`;

function readStartArguments(command, argv = process.argv.slice(2)) {
  let flags;
  try {
    flags = parseArgs({ args: argv, options: OPTIONS }).values;
  } catch (error) {
    console.error(`${error.message}\n\n${usage(command)}`);
    process.exit(2);
  }
  if (!flags.help) return flags;
  console.log(usage(command));
  process.exit(0);
}

exports.readStartArguments = readStartArguments;
