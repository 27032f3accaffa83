// Functions and methods, found by the layout that oxfmt gives them.
const START = /^( {0,2})(?:export |default |private |protected |static |async |function )*(\w+)(?:<.*?>)?\((.*)$/;
const KEYWORDS = new Set(['if', 'for', 'while', 'switch', 'catch', 'constructor', 'return', 'super', 'function']);
const ARROW = /^(?:export )?const (\w+) = (?:async )?\(([^()]*)\)(?:: [^=]+)? =>\s+([^{\s][^;]*);$/gm;

/** Declarations with their names, parameters, decorators and bodies. A body ends at the indentation of its declaration. */
export function functionsOf(text) {
  const lines = text.split('\n');
  const found = [];
  for (const [index, line] of lines.entries()) {
    const [, indent, name, rest] = START.exec(line) ?? [];
    if (name === undefined || KEYWORDS.has(name) || !/[{(]$/.test(line)) continue;
    const opening = lines.findIndex((_, i) => i >= index && isOpening(lines.slice(index, i + 1).join('\n'), indent));
    const end = lines.findIndex((other, i) => i > opening && other === `${indent}}`);
    const head = [rest, ...lines.slice(index + 1, opening + 1)].join(' ');
    const above = lines.slice(0, index).reverse();
    const decorators = above.slice(
      0,
      above.findIndex((other) => !/^ {2}(@|\}\)|\)| |\/\/)/.test(other)),
    );
    found.push({
      name,
      parameters: namesIn(head),
      decorators,
      body: lines
        .slice(opening + 1, end)
        .join('\n')
        .trim(),
    });
  }
  for (const [, name, parameters, body] of text.matchAll(ARROW))
    found.push({ name, parameters: namesIn(parameters), decorators: [], body: `return ${body};` });
  return found;
}

/** True if a declaration's head is complete: its parentheses are closed, and its body opens. */
function isOpening(head, indent) {
  const count = (character) => head.split(character).length;
  const last = head.slice(head.lastIndexOf('\n') + 1);
  return last.endsWith(' {') && /\S/.test(last[indent.length]) && count('(') === count(')');
}

/** The names of parameters; `{ a, b }: Type` has two. */
function namesIn(head) {
  const end = head.search(/\)(: .*)? \{$/);
  const list = (end < 0 ? head : head.slice(0, end)).replaceAll(/@\w+\([^)]*\) /g, '');
  return [...list.matchAll(/(?:^|[,{(] ?|readonly )\s*(\w+)\??(?=\s*(?:[:,}=]|$))/g)].map(([, name]) => name);
}

const ONE_CALL = /^(?:return |await )*((?:this\.)?\w+(?:\.\w+)*)(?:<[^(]*>)?\(([^()]*)\);$/;

/** True if the whole body is one call of another function with the same arguments. Access to an object that the file creates is none. */
export function isForwarding({ name, parameters, body }, text) {
  const { callee, list } = onlyCallOf(body);
  if (callee === undefined || callee === name || parameters.length === 0) return false;
  const [, field] = /^(?:this\.)?(\w+)\.\w+$/.exec(callee) ?? [];
  const isOwnCollection = new RegExp(`\\b${field}(: .*)? = (new [A-Z]|\\[\\]|\\/)`).test(text);
  return !isOwnCollection && list.replaceAll(/[{} ]/g, '') === parameters.join();
}

/** The same, if only some fields of the message are passed, or the answer gets a name or is empty. */
export function isForwardingHandler({ parameters, body }) {
  const work = body.replace(/^return \{ \w+: await (.*) \};$/, 'return $1;').replace(/\s+return \{\};$/, '');
  const { callee, list } = onlyCallOf(work);
  const values = list?.replaceAll(/\w+: /g, '').match(/\w+(\.\w+)*/g) ?? [];
  return callee !== undefined && values.every((value) => parameters.includes(value.split('.')[0]));
}

function onlyCallOf(body) {
  const [, callee, list] = ONE_CALL.exec(body.replaceAll(/\s+/g, ' ')) ?? [];
  return { callee, list };
}
