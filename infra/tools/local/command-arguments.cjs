// Plain CommonJS, because scripts use it before anything is installed or compiled. Types: command-arguments.d.cts.
'use strict';
const { parseArgs } = require('node:util');

class ArgumentError extends Error {}

function parseArguments({ command, names = [], value, options = {} }, argv) {
  const refuse = (reason) => {
    throw new ArgumentError(`${reason}\nKnown arguments of ${command}: ${knownArguments({ names, value, options })}`);
  };
  let parsed;
  try {
    const types = Object.entries(options).map(([flag, label]) => [flag, { type: label ? 'string' : 'boolean' }]);
    parsed = parseArgs({ args: argv, options: Object.fromEntries(types), allowPositionals: true });
  } catch (error) {
    refuse(error.message);
  }
  const { values, positionals } = parsed;
  const others = positionals.filter((argument) => !names.includes(argument));
  const accepted = value ? others.slice(0, 1).filter((argument) => value.pattern.test(argument)) : [];
  const unknown = others.slice(accepted.length);
  if (unknown.length > 0) refuse(`Unknown argument: ${unknown.join(', ')}`);
  if (value?.isRequired && accepted.length === 0) refuse(`Missing argument: ${value.label}`);
  return { options: values, names: positionals.filter((argument) => names.includes(argument)), value: accepted[0] };
}

function knownArguments({ names, value, options }) {
  const flags = Object.entries(options).map(([flag, label]) => (label ? `--${flag} ${label}` : `--${flag}`));
  return [...names, ...(value ? [value.label] : []), ...flags].join(', ') || 'none';
}

function readArguments(specification, argv = process.argv.slice(2)) {
  try {
    return parseArguments(specification, argv);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

exports.ArgumentError = ArgumentError;
exports.parseArguments = parseArguments;
exports.readArguments = readArguments;
