import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

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
