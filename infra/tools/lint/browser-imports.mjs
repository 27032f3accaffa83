import path from 'node:path';
import { relativeToRoot } from './boundaries.mjs';

/** Modules of contracts that browsers load: constants and pure functions, without zod. */
const MODULES =
  /^services\/contracts\/src\/(\w+|generation\/catalog)\/([\w-]*limits|choices|listed-values|pixel-size|vocabulary|character-count|search-text|snake-case|access-actions|languages|consent-notices|notification-kinds|operator-permissions|outputs|operator-lists|approval-permissions|gst-states|gstin|money|pack-savings|prices|repricing|value-changes|quarters|takedown-kinds|vendor-urls|video-sizes)(\.ts)?$/;

const isType = ({ importKind, exportKind, specifiers }) =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers?.length > 0 && specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type'));

/** Browser code takes types from contracts, and values only from modules without schemas. @type {import('oxlint/plugins-dev').Rule} */
export const browserImports = {
  meta: {
    type: 'problem',
    messages: {
      schema: 'Use import type: schemas would add zod to the bundle. Shared constants belong in a limits.ts file.',
    },
    schema: [],
  },
  create(context) {
    const file = relativeToRoot(context.filename);
    const isContract = file.startsWith('services/contracts/');
    if (isContract && !MODULES.test(file)) return {};
    const check = (node) => {
      if (!node.source || isType(node)) return;
      const specifier = node.source.value;
      const target = specifier.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), specifier)
        : specifier.replace(/^@luit\/contracts\//, 'services/contracts/src/');
      const isForbidden = (isContract || target.startsWith('services/contracts/')) && !MODULES.test(target);
      if (isForbidden) context.report({ node, messageId: 'schema' });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};
