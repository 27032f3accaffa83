// Preloaded into the type checker of `npm run dev`: restarts of services come first.
'use strict';
const { constants, setPriority } = require('node:os');

setPriority(constants.priority.PRIORITY_LOW);
