// Preloaded into the processes of a local stack. Stack traces name lines of TypeScript in Luit's own modules only: the source
// maps of a thousand modules of libraries take a tenth of the memory of a process, and of the processor time of its start.
'use strict';
const Module = require('node:module');
const path = require('node:path');

const LIBRARIES = `${path.sep}node_modules${path.sep}`;
const load = Module._extensions['.js'];

Module._extensions['.js'] = function loadWithOwnSourceMaps(module, filename) {
  process.setSourceMapsEnabled(!filename.includes(LIBRARIES));
  try {
    load(module, filename);
  } finally {
    process.setSourceMapsEnabled(true);
  }
};
