/**
 * Finds texts that share their element with something that comes and goes. A browser that translates the page replaces such a text,
 * and what React then inserts before it, or removes with it, is not where React left it. A text in an element of its own stays with
 * that element.
 *
 * @type {import('oxlint/plugins-dev').Rule}
 */
export const conditionalText = {
  meta: {
    type: 'problem',
    messages: { wrap: 'Put this text into an element of its own, because something beside it comes and goes.' },
    schema: [],
  },
  create({ report, sourceCode }) {
    const check = ({ children }) => {
      const parts = children
        .map((node) => ({ node, kinds: kindsOf(node, sourceCode) }))
        .filter(({ kinds }) => kinds.length > 0);
      if (parts.length < 2 || !parts.some(({ kinds }) => comesAndGoes(kinds))) return;
      for (const { node, kinds } of parts) if (mayBeText(kinds)) report({ node, messageId: 'wrap' });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

const mayBeText = (kinds) => kinds.includes('text') || kinds.includes('unknown');
const comesAndGoes = (kinds) =>
  kinds.includes('nothing') || (kinds.includes('element') && (mayBeText(kinds) || kinds.includes('slot')));

/** Properties that hold an element or nothing, and functions that return elements. */
const SLOTS = /^(icon|action|back|badge|progress|lastFrame)$/;
const ELEMENTS_OF = /^(map|flatMap|children|cell|render\w*)$/;

/** The possible output of an element's child: `text`, `element`, `slot`, `nothing`, or `unknown`, because the rule knows no types. */
function kindsOf(node, sourceCode) {
  const kinds = (part) => kindsOf(part, sourceCode);
  switch (node.type) {
    case 'JSXText':
      return node.value.trim() === '' ? [] : ['text'];
    case 'JSXExpressionContainer':
      return kinds(node.expression);
    case 'JSXElement':
      return [node.openingElement.name.name === 'Trans' ? 'text' : 'element'];
    case 'JSXFragment':
      return ['element'];
    case 'JSXEmptyExpression':
      return [];
    case 'Literal':
      if (typeof node.value === 'string') return node.value.trim() === '' ? [] : ['text'];
      return [typeof node.value === 'number' ? 'text' : 'nothing'];
    case 'TemplateLiteral':
    case 'TaggedTemplateExpression':
    case 'BinaryExpression':
      return ['text'];
    case 'ConditionalExpression':
      return [...kinds(node.consequent), ...kinds(node.alternate)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? ['nothing'] : kinds(node.left)), ...kinds(node.right)];
    case 'Identifier':
      return node.name === 'undefined' ? ['nothing'] : kindsOfVariable(node, sourceCode);
    case 'CallExpression':
      return [ELEMENTS_OF.test(node.callee.property?.name ?? node.callee.name) ? 'element' : 'unknown'];
    default:
      return ['unknown'];
  }
}

/** A constant has its initial value. */
function kindsOfVariable(node, sourceCode) {
  if (SLOTS.test(node.name)) return ['slot'];
  for (let scope = sourceCode.getScope(node); scope; scope = scope.upper) {
    const definition = scope.set.get(node.name)?.defs[0];
    if (!definition) continue;
    const { id, init } = definition.node;
    return id?.type === 'Identifier' && init && definition.parent?.kind === 'const'
      ? kindsOf(init, sourceCode)
      : ['unknown'];
  }
  return ['unknown'];
}
