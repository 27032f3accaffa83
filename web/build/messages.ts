import { fileURLToPath } from 'node:url';
import { transformAsync, types as t, type PluginObj } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import config, { I18N, TRANS } from '../lingui.config.ts';

const linguiConfig = makeConfig(config);

const source = (file: string) => fileURLToPath(new URL(`../src/lib/${file}`, import.meta.url));

/**
 * Expands Lingui's macros. English messages stay in the code, already compiled, so that English needs no catalog, and a message
 * without a translation is shown in English.
 */
export function messages(): Plugin {
  return {
    name: 'luit-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { [I18N]: source('i18n.ts'), [TRANS]: source('trans.tsx') } },
    }),
    transform: {
      filter: { id: /\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id,
          configFile: false,
          babelrc: false,
          sourceMaps: true,
          parserOpts: { plugins: id.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
          plugins: [[linguiMacro, { stripMessageField: false, linguiConfig }], compiledMessages],
        });
        return result?.code ? { code: result.code, map: result.map } : null;
      },
    },
  };
}

/**
 * Compiles the message of each descriptor, which Lingui marks with the comment `i18n`. Calls get the parts of the descriptor as
 * arguments, which are shorter.
 */
function compiledMessages(): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            ObjectExpression({ node, parent }) {
              if (!node.leadingComments?.some(({ value }) => value === 'i18n')) return;
              const message = propertyOf(node, 'message');
              if (t.isStringLiteral(message?.value)) message.value = t.valueToNode(compiled(message.value.value));
              if (!t.isCallExpression(parent)) return;
              const parts = ['id', 'message', 'values'].map((name) => propertyOf(node, name)?.value);
              parent.arguments = parts.filter((part) => t.isExpression(part));
            },
          });
        },
      },
    },
  };
}

function propertyOf({ properties }: t.ObjectExpression, name: string): t.ObjectProperty | undefined {
  return properties.find((property) => t.isObjectProperty(property) && t.isIdentifier(property.key, { name })) as
    | t.ObjectProperty
    | undefined;
}

/** A message without values stays a text. @throws if it contains the `#` of a plural, which `i18n.ts` does not replace */
function compiled(message: string): string | CompiledMessage {
  if (/, plural,.*#/s.test(message)) throw new Error(`Write the formatted number instead of # in: ${message}`);
  const parts = compileMessage(message);
  return Array.isArray(parts) && parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;
}
