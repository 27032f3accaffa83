// Plants violations of the rules beside a copy of the configuration, and fails unless the linter reports each.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.join(import.meta.dirname, '..', '..', '..');

const SERVER = 'services/billing/src/orders';
const PAGE = 'web/src/features/plans/pages';
const at = (folder, ending, cases) =>
  Object.entries(cases).map(([rule, content]) => ({ rule, ending, folder, content }));
const imports = (cases) =>
  Object.entries(cases).map(([folder, specifier]) => ({
    rule: 'luit(boundaries)',
    ending: '.ts',
    folder,
    content: `import '${specifier}';\n`,
  }));

/** The rule as the linter prints it, and a file that violates it. */
export const planted = [
  ...at(SERVER, '.ts', {
    'eslint(no-var)': 'export var a = 1;',
    'eslint(prefer-const)': 'let a = 1;\nexport { a };',
    'eslint(prefer-rest-params)': 'export function a() {\n  return arguments;\n}',
    'eslint(prefer-spread)': 'export const a = (numbers: number[]) => Math.max.apply(Math, numbers);',
    'eslint(no-array-constructor)': 'export const a = new Array(1, 2);',
    'eslint(no-unused-expressions)': 'export const a = (b: { c: number }) => {\n  b.c;\n};',
    'eslint(no-unused-vars)': 'const a = 1;\nexport {};',
    'eslint(no-console)': "console.log('a');",
    'eslint(max-lines)': 'export const a = [\n' + '  1,\n'.repeat(400) + '];',
    'typescript(ban-ts-comment)': '// @ts-ignore\nexport const a = 1;',
    'typescript(no-duplicate-enum-values)': 'export enum A {\n  B = 1,\n  C = 1,\n}',
    'typescript(no-empty-object-type)': 'export const a = (b: {}) => b;',
    'typescript(no-explicit-any)': 'export const a = (b: any) => b;',
    'typescript(no-extra-non-null-assertion)': 'export const a = (b: { c: number } | null) => b!!.c;',
    'typescript(no-misused-new)': 'export interface A {\n  new (): A;\n}',
    'typescript(no-namespace)': 'export namespace A {\n  export const b = 1;\n}',
    'typescript(no-non-null-asserted-optional-chain)': 'export const a = (b?: { c?: number }) => b?.c!;',
    'typescript(no-require-imports)': "export const a = require('node:fs');",
    'typescript(no-this-alias)': 'export class A {\n  b() {\n    const c = this;\n    return () => c;\n  }\n}',
    'typescript(no-unnecessary-type-constraint)': 'export const a = <T extends unknown>(b: T) => b;',
    'typescript(no-unsafe-declaration-merging)': 'export interface A {}\nexport class A {}',
    'typescript(no-unsafe-function-type)': 'export const a = (b: Function) => b;',
    'typescript(no-wrapper-object-types)': 'export const a = (b: String) => b;',
    'typescript(prefer-as-const)': "export const a = 'b' as 'b';",
    'typescript(prefer-namespace-keyword)': 'declare module A {}',
    'typescript(triple-slash-reference)': '/// <reference path="a.ts" />\nexport const a = 1;',
    'typescript(no-floating-promises)': 'const a = async () => 1;\na();\nexport {};',
    'typescript(no-misused-promises)': 'export const a = (b: number[]) => b.forEach(async () => {});',
    'typescript(switch-exhaustiveness-check)':
      "export function a(b: 'c' | 'd') {\n  switch (b) {\n    case 'c':\n      return 1;\n  }\n  return 2;\n}",
    'luit(deadline)': 'export const a = (b: AbortSignal) => AbortSignal.any([b, AbortSignal.timeout(1)]);',
  }),
  ...imports({
    'services/contracts/src/auth': '@luit/platform/app',
    'services/platform/src/redis': '@luit/billing/orders',
    'services/billing/src/orders': '../../../auth/src/identity/users/users.service',
    'services/auth/src/records/users': '../../trust/retained-records/retained-records.service',
    'services/auth/src/trust/content-reports': '../../identity/users/users.service',
    'services/auth/src/identity/sessions': '../../notices/mails/mail-layout',
    'services/auth/src/notices/mails': '../../operators/people/operators.service',
    'services/auth/src/operators/people': '../../auth.module',
    'services/gateway/src/admin': '@luit/smoke/main',
    'services/generation/src/dispatch': '../requests/requests',
    'services/generation/src/tracking': '@luit/worker/main',
    'sdk/typescript/src': '@luit/contracts/auth/limits',
    'ui/src': '@luit/contracts/auth/limits',
    'admin-web/src/app': '../../../web/src/lib/i18n',
    'web/src/app': '@luit/platform/app',
    'web/src/features/plans': '../credits/copy',
    'web/src/shared/images': '../../features/plans/copy',
    'web/src/lib': '../shared/images/copy',
    'web/src/testing': '../features/plans/copy',
    'web/src/features/plans/pages': '../../../testing/users',
  }),
  ...['export * from', 'export const a = () => import(', 'export type A = typeof import('].map((start) => ({
    rule: 'luit(boundaries)',
    ending: '.ts',
    folder: 'web/src/lib',
    content: `${start} '../shared/images/copy'${start.endsWith('(') ? ')' : ''};\n`,
  })),
  ...[
    ['services/billing/src/orders', '../payments/planted-circle'],
    ['services/billing/src/payments', '../orders/planted-circle'],
  ].map(([folder, specifier]) => ({
    rule: 'luit(no-circles)',
    ending: '-circle.ts',
    folder,
    content: `import '${specifier}';\n`,
  })),
  ...at(PAGE, '.ts', {
    'eslint(no-alert)': "alert('a');",
    'eslint(no-restricted-globals)': "export const a = () => localStorage.getItem('a');",
    'eslint(no-restricted-properties)': "export const a = () => window.sessionStorage.getItem('a');",
    'luit(browser-imports)': "import { codes } from '@luit/contracts/messages/codes';\nexport { codes };",
  }),
  ...at('services/contracts/src/messages', '-limits.ts', {
    'luit(browser-imports)': "import { z } from 'zod';\nexport { z };",
  }),
  ...at(PAGE, '.tsx', {
    'luit(conditional-text)': 'export const Page = ({ busy }: { busy: boolean }) => <p>pay {busy && <i />}</p>;',
    'luit(message-in-function)': 'export const a = t`pay`;',
    'react(error-boundaries)':
      'export function Page({ Part }: { Part: () => null }) {\n  try {\n    return <Part />;\n  } catch {\n    return null;\n  }\n}',
    'react(globals)': 'let a = 0;\nexport function Page() {\n  a = 1;\n  return <p>{a}</p>;\n}',
    'react(immutability)':
      'export function Page(props: { text: string }) {\n  props.text = "a";\n  return <p>{props.text}</p>;\n}',
    'react(preserve-manual-memoization)':
      "import { useCallback } from 'react';\nexport function Page({ a, b }: { a: { c: number }; b: { c: number } }) {\n  const go = useCallback(() => (a.c ? b.c : a.c), [a?.c, b.c]);\n  return <p onClick={go}>a</p>;\n}",
    'react(purity)': 'export function Page() {\n  return <p>{Math.random()}</p>;\n}',
    'react(refs)':
      "import { useRef } from 'react';\nexport function Page() {\n  const a = useRef(0);\n  return <p>{a.current}</p>;\n}",
    'react-hooks(rules-of-hooks)':
      "import { useState } from 'react';\nexport function Page({ a }: { a: boolean }) {\n  if (a) useState(0);\n  return null;\n}",
    'react-hooks(exhaustive-deps)':
      "import { useEffect } from 'react';\nexport function Page({ a }: { a: string }) {\n  useEffect(() => {\n    document.title = a;\n  }, []);\n  return null;\n}",
    'react(set-state-in-effect)':
      "import { useEffect, useState } from 'react';\nexport function Page() {\n  const [a, setA] = useState(0);\n  useEffect(() => {\n    setA(1);\n  }, []);\n  return <p>{a}</p>;\n}",
    'react(set-state-in-render)':
      "import { useState } from 'react';\nexport function Page() {\n  const [a, setA] = useState(0);\n  setA(1);\n  return <p>{a}</p>;\n}",
    'react(static-components)': 'export function Page() {\n  const Part = () => <p>a</p>;\n  return <Part />;\n}',
    'react(unsupported-syntax)': 'export function Page() {\n  return <p>{eval("1")}</p>;\n}',
    'react(use-memo)':
      "import { useMemo } from 'react';\nexport function Page({ a }: { a: number }) {\n  const b = useMemo((c?: number) => c ?? a, [a]);\n  return <p>{b}</p>;\n}",
    'react(void-use-memo)':
      "import { useMemo } from 'react';\nexport function Page({ a }: { a: () => void }) {\n  const b = useMemo(() => {\n    a();\n  }, [a]);\n  return <p>{b}</p>;\n}",
  }),
  ...[
    '<p>Pay now</p>',
    "<p>{busy ? 'Wait' : null}</p>",
    '<p>{`Pay ${count}`}</p>',
    '<img alt="A river" src="/a.webp" />',
    '<p title="A river" />',
    "<button onClick={() => pay('Pay now')} />",
    '<Part text="Pay now" />',
  ].map((jsx) => ({
    rule: 'luit(untranslated-text)',
    ending: '.tsx',
    folder: PAGE,
    content: `export const page = ({ busy, count, pay, Part }: Props) => ${jsx};\n`,
  })),
  {
    rule: 'luit(untranslated-text)',
    ending: '-copy.ts',
    folder: PAGE,
    content: "export const copy = { pay: 'Pay now' };\n",
  },
].map(({ rule, ending, folder, content }, index) => ({
  name: `${rule} in ${folder}`,
  file: `${folder}/planted-${index}${ending}`,
  content,
  rule,
}));

const nameOf = (rule) => rule.slice(rule.indexOf('(') + 1, -1);

/** Rules of the configuration that no violation was planted for. */
function unplanted() {
  const config = readFileSync(path.join(root, '.oxlintrc.jsonc'), 'utf8');
  const configured = [...config.matchAll(/"\w+\/([\w-]+)": (?!"off")/g)].map(([, rule]) => rule);
  return [...new Set(configured)].filter((name) => !planted.some(({ rule }) => nameOf(rule) === name));
}

function findings() {
  const copy = mkdtempSync(path.join(tmpdir(), 'luit-planted-'));
  try {
    const tsconfigs = execFileSync('git', ['ls-files', '*tsconfig*.json'], { cwd: root, encoding: 'utf8' });
    for (const file of ['.oxlintrc.jsonc', 'infra/tools/lint', ...tsconfigs.trim().split('\n')])
      cpSync(path.join(root, file), path.join(copy, file), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    for (const { file, content } of planted) {
      mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(copy, file), content);
    }
    const folders = ['services', 'sdk', 'ui', 'web', 'admin-web'];
    const args = [path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint'), '-f', 'json', ...folders];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    if (!stdout.startsWith('{')) throw new Error(`oxlint failed: ${stdout}${stderr}`);
    return JSON.parse(stdout).diagnostics;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function main() {
  const found = findings();
  let failed = 0;
  for (const { name, file, rule } of planted) {
    const rules = found.filter(({ filename }) => filename === file).map(({ code }) => code);
    if (rules.includes(rule)) continue;
    failed += 1;
    console.error(`✗ ${name}: the linter reports ${rules.join(', ') || 'nothing'}`);
  }
  for (const rule of unplanted()) {
    failed += 1;
    console.error(`✗ ${rule} has no planted violation`);
  }
  console.log(`${planted.length} planted violations, ${failed} not reported as expected`);
  process.exitCode = failed > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
