// The files that a reader opens to follow a request: from its route, every method and function that the text of a body names is
// followed, over calls between services to their handlers, into SQL functions. Guards, pipes, contracts, `media` and `platform` are not part
// of the walk. Both branches of a condition are.
import { files, fileByPath, resolve } from './sources.mjs';
import { functionsOf } from './functions.mjs';

const OUTSIDE = /^services\/(contracts|media|platform)\//;
const services = files.filter(({ file, kind }) => /^services\/[^/]+\/(src|sql)\//.test(file) && kind === 'source');
const handlers = new Map();
const sqlFunctions = new Map();
for (const { file, text } of services) {
  for (const declared of functionsOf(text))
    for (const decorator of declared.decorators) {
      const [, call] = /@OnCall\((\w+Calls\.\w+)/.exec(decorator) ?? [];
      if (call) handlers.set(call, { file, name: declared.name });
    }
  for (const [, name] of text.matchAll(/CREATE (?:OR REPLACE )?FUNCTION (?:\w+\.)?(\w+)/gi))
    sqlFunctions.set(`${serviceOf(file)} ${name}`, file);
}

function serviceOf(file) {
  return file.split('/')[1];
}

/** @param start the file and the name of the route's method */
export function walkOf(start) {
  const seen = new Set();
  const open = [start];
  while (open.length > 0) {
    const step = open.pop();
    const key = `${step.file}#${step.name}`;
    if (seen.has(key) || OUTSIDE.test(step.file)) continue;
    const bodies = bodiesOf(step);
    if (bodies.length === 0) continue;
    seen.add(key);
    for (const body of bodies) open.push(...stepsOf(body, step.file));
  }
  return [...new Set([...seen].map((key) => key.split('#')[0]))].sort();
}

/** The meaning of a name in a file: a method, a function, a field with its initial value, or a function of SQL. */
function bodiesOf({ file, name }) {
  const { text } = fileByPath.get(file);
  if (file.endsWith('.sql'))
    return [
      text
        .slice(text.search(new RegExp(`FUNCTION (\\w+\\.)?${name}\\b`)))
        .split(/^(?:END )?\$\w*\$;$|\n\n-- |\n\nCREATE /m)[0],
    ];
  const field = new RegExp(`^ {2}(?:private )?(?:readonly )?${name}(?:: .*)? = ([^]*?);$`, 'm').exec(text);
  const bodies = functionsOf(text).filter((declared) => declared.name === name);
  return [...bodies.map(({ body }) => body), ...(field ? [field[1]] : [])];
}

function stepsOf(body, file) {
  const { text } = fileByPath.get(file);
  const own = [...body.matchAll(/\bthis\.(\w+)\b(?!\.)/g)].map(([, name]) => ({ file, name }));
  const ofFields = [...body.matchAll(/\bthis\.(\w+)\.(\w+)/g)].flatMap(([, field, name]) => {
    const [, type] = new RegExp(`\\breadonly ${field}: (\\w+)`).exec(text) ?? [];
    const target = type && importOf(type, text, file);
    return target ? [{ file: target, name }] : [{ file, name: field }];
  });
  const functions = [...body.matchAll(/(?<![.\w])(\w+)(?=[(,)])/g)].map(([, name]) => ({
    file: importOf(name, text, file) ?? file,
    name,
  }));
  const calls = [...body.matchAll(/\b(\w+Calls\.\w+)/g)].map(([, call]) => handlers.get(call)).filter(Boolean);
  const sql = [...body.matchAll(/\b(\w+)\(/g)]
    .map(([, name]) => ({ file: sqlFunctions.get(`${serviceOf(file)} ${name}`), name }))
    .filter((step) => step.file);
  return [...own, ...ofFields, ...functions, ...calls, ...sql];
}

function importOf(name, text, file) {
  const [, specifier] = new RegExp(`import [^;]*\\b${name}\\b[^;]* from '([^']+)'`).exec(text) ?? [];
  return specifier && resolve(specifier, file);
}
