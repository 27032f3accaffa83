// A Jest setup file that applies a mutant to a file which tests read instead of importing: SQL, manifests, ACL rules.
const fs = require('node:fs');
const path = require('node:path');

const mutant = JSON.parse(process.env.LUIT_MUTANT ?? 'null');

if (mutant && !/\.[tj]sx?$/.test(mutant.file)) {
  const mutated = path.resolve(mutant.file);
  const { readFileSync } = fs;
  fs.readFileSync = (file, ...options) => {
    const content = readFileSync(file, ...options);
    const isMutated = typeof content === 'string' && typeof file === 'string' && path.resolve(file) === mutated;
    return isMutated ? content.replace(mutant.find, () => mutant.replace) : content;
  };
}
