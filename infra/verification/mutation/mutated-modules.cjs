// Applies a mutant in a process that runs compiled code: it compiles the mutated source when its module is loaded.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
require('./mutated-reads.cjs');

const mutant = JSON.parse(process.env.LUIT_MUTANT ?? 'null');

if (mutant && mutant.file.endsWith('.ts')) {
  const compiled = path.resolve(mutant.file.replace('/src/', '/dist/').replace(/\.ts$/, '.js'));
  const load = Module._extensions['.js'];
  Module._extensions['.js'] = (module, filename) => {
    if (filename !== compiled) return load(module, filename);
    const swc = require('@swc/core');
    const { transform } = require('../../../jest.config.js');
    const [[, [, options]]] = Object.entries(transform);
    const source = fs.readFileSync(path.resolve(mutant.file), 'utf8').replace(mutant.find, () => mutant.replace);
    module._compile(swc.transformSync(source, { ...options, filename }).code, filename);
  };
}
