/** Texts that begin with a capital letter and are not a name in the code. The pseudo-locale test finds other texts. */
const isText = (text) => /^[^A-Z]*[A-Z]/.test(text) && !/^[a-z]\S*$|^[A-Z0-9_:./-]+$|^\W*Luit$/.test(text);

const MESSAGES = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
const MESSAGE_FUNCTIONS = /^(t|msg|plural|select|selectOrdinal)$/;
/** Functions with texts that only developers read. */
const FUNCTIONS_FOR_DEVELOPERS = /^(logFailure|addEventListener|\w*Error)$/;
/** Attributes of HTML elements that people read or hear. */
const ATTRIBUTES_FOR_PEOPLE = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'label',
  'placeholder',
  'title',
  'value',
]);
/** Code that has its own texts: names in the code say nothing about them. */
const HOLDERS = /^(ObjectExpression|ArrayExpression|JSXElement|JSXFragment)$/;
const CODE_NAMES = /^(d|viewBox|className|[A-Z0-9_]+)$/;

/** True if a text, which is `child` or in it, is code in `parent`; undefined if that depends on the parent of `parent`. */
function isCodeIn(parent, child) {
  switch (parent.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return parent.source === child || undefined;
    case 'ImportExpression':
    case 'TSLiteralType':
    case 'TSEnumMember':
    case 'TaggedTemplateExpression':
    case 'SwitchCase':
      return parent.consequent?.includes(child) ? undefined : true;
    case 'JSXElement':
      return MESSAGES.has(parent.openingElement.name.name) || undefined;
    case 'JSXAttribute': {
      const element = parent.parent.name.name;
      const isHtml = typeof element === 'string' && /^[a-z]/.test(element);
      return CODE_NAMES.test(parent.name.name) || (isHtml && !ATTRIBUTES_FOR_PEOPLE.has(parent.name.name)) || undefined;
    }
    case 'MemberExpression':
      return parent.computed && parent.property === child ? true : undefined;
    case 'BinaryExpression':
      return parent.operator !== '+' || undefined;
    case 'CallExpression':
    case 'NewExpression': {
      const name = parent.callee.property?.name ?? parent.callee.name;
      return MESSAGE_FUNCTIONS.test(name) || FUNCTIONS_FOR_DEVELOPERS.test(name) || undefined;
    }
    case 'Property':
      return (
        parent.key === child ||
        (!HOLDERS.test(child.type) && CODE_NAMES.test(parent.key.name ?? parent.key.value)) ||
        undefined
      );
    case 'VariableDeclarator':
      return (!HOLDERS.test(child.type) && CODE_NAMES.test(parent.id.name)) || undefined;
    case 'TSAsExpression':
      return (parent.expression === child && parent.typeAnnotation.typeName?.name === 'const') || undefined;
    default:
      return undefined;
  }
}

const isFunction = ({ type }) => /Function/.test(type);

function isCode(node) {
  for (let child = node; child.parent && !isFunction(child); child = child.parent) {
    const answer = isCodeIn(child.parent, child);
    if (answer !== undefined) return answer;
  }
  return false;
}

/** Creators read the app in their language, so every text is a message. @type {import('oxlint/plugins-dev').Rule} */
export const untranslatedText = {
  meta: { type: 'problem', messages: { translate: 'Make this text a message: <Trans>, t or msg.' }, schema: [] },
  create({ report }) {
    const check = (node, text) => {
      if (isText(text.trim()) && !isCode(node)) report({ node, messageId: 'translate' });
    };
    return {
      JSXText: (node) => check(node, node.value),
      Literal: (node) => {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked).join('')),
    };
  },
};

/** Outside functions the language is not known yet. @type {import('oxlint/plugins-dev').Rule} */
export const messageInFunction = {
  meta: { type: 'problem', messages: { move: 'Use t in a function, or msg.' }, schema: [] },
  create({ report }) {
    const check = (node) => {
      for (let parent = node.parent; parent; parent = parent.parent)
        if (isFunction(parent) || parent.type === 'PropertyDefinition') return;
      report({ node, messageId: 'move' });
    };
    return { 'TaggedTemplateExpression[tag.name=t]': check, 'CallExpression[callee.name=t]': check };
  },
};
