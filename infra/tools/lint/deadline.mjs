/**
 * Node may garbage-collect the timeout in `AbortSignal.any([AbortSignal.timeout(…)])` before it fires (nodejs/node#57736).
 *
 * @type {import('oxlint/plugins-dev').Rule}
 */
export const deadline = {
  meta: { type: 'problem', messages: { use: 'This timeout may never fire. Use withDeadline.' }, schema: [] },
  create({ report }) {
    const timeoutInAny = 'CallExpression[callee.property.name="any"] CallExpression[callee.property.name="timeout"]';
    return { [timeoutInAny]: (node) => report({ node, messageId: 'use' }) };
  },
};
