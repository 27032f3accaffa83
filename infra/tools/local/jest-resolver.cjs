'use strict';
const { testEnvironmentOptions } = require('../../../jest.config.js');

/** Packages that have no export for `require`. */
const IMPORTED = /^@maildev\//;

/** Jest passes the conditions when it runs tests, but not when it looks for the tests that a file affects. */
module.exports = (name, options) =>
  options.defaultResolver(name, {
    ...options,
    conditions: [
      ...(options.conditions ?? testEnvironmentOptions.customExportConditions),
      ...(IMPORTED.test(name) ? ['import'] : []),
    ],
  });
