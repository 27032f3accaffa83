import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigurationError } from '../src/configuration-error.mjs';
import { readSettings } from '../src/settings.mjs';

const VALID = { MODEL: import.meta.filename, LABELS: '[null, "violence"]', ACTIVATION: 'softmax' };

/** @param {NodeJS.ProcessEnv} env @returns {string} */
function faults(env) {
  try {
    readSettings({ ...VALID, ...env });
    return '';
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.message;
  }
}

describe('settings of the classifier', () => {
  it('three of them are required, and the classifier listens only locally without a key', () => {
    const { server, input, output } = readSettings(VALID);
    assert.equal(server.host, '127.0.0.1');
    assert.deepEqual(input.mean, [0, 0, 0]);
    assert.equal(output.combine, 'sum');
    assert.equal(readSettings({ ...VALID, ACTIVATION: 'sigmoid', KEY: '' }).output.combine, 'max');
    assert.match(faults({ HOST: '0.0.0.0' }), /KEY: Required unless HOST is a loopback address/);
    assert.equal(faults({ HOST: '0.0.0.0', KEY: 'sixteen-letters!' }), '');
  });

  it('all faults are reported at once, without the values', () => {
    const text = faults({
      MODEL: '/missing',
      LABELS: '["nudity"]',
      ACTIVATION: '',
      KEY: 'secret',
      MEAN: '1,2',
      STD: '0,1,1',
    });
    for (const name of ['MODEL', 'LABELS', 'ACTIVATION', 'KEY', 'MEAN', 'STD'])
      assert.match(text, new RegExp(`^  ${name}: `, 'm'));
    assert.doesNotMatch(text, /secret|\/missing/);
    assert.match(text, /Unknown: nudity; known: minors/);
  });

  it('labels map at least one value to a category', () => {
    assert.match(faults({ LABELS: '[null, null]' }), /nothing would ever be found/);
    for (const LABELS of ['violence', '"violence"', '{"nudity": "violence"}', 'null'])
      assert.match(faults({ LABELS }), /LABELS: JSON, a category or null for each value/);
    const { byIndex, count } = readSettings({ ...VALID, LABELS: '{"3": "minors", "5": null}' }).output.labels;
    assert.deepEqual([[...byIndex], count], [[[3, 'minors']], undefined]);
  });
});
