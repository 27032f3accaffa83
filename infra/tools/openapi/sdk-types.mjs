import { installPackages } from '../local/bootstrap.mjs';

// The generator needs the API of the compiler, which TypeScript 7 does not have. This folder has packages of its own, with TypeScript 6.
installPackages(import.meta.dirname);
const { default: openapiTS, astToString } = await import('openapi-typescript');
const { default: ts } = await import('typescript');

const FILE = ts.factory.createTypeReferenceNode('Blob');

/**
 * The TypeScript types of an OpenAPI document.
 *
 * @param {string} source JSON
 */
export async function sdkTypes(source) {
  const nodes = await openapiTS(source, {
    // The document is linted before.
    silent: true,
    // A field with a default may be absent from a request.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? FILE : undefined),
  });
  return `// Written by \`npm run generate\` from docs/openapi-v1.json.\n\n${astToString(nodes)}`;
}
