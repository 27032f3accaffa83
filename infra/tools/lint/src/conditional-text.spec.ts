import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(__dirname, '..', '..', '..', '..');

interface Finding {
  code: string;
  filename: string;
  labels: { span: { offset: number; length: number } }[];
}

/** An element, and the texts in it that share it with something that comes and goes. */
const SHARED: [string, string[]][] = [
  ['<p>{busy && <i />} Pay</p>', ['Pay']],
  ['<p>Pay {busy && <i />}</p>', ['Pay']],
  ['<p>{busy ? <i /> : null}{copy.pay}</p>', ['{copy.pay}']],
  ['<p>{busy ? <i /> : icon}{children}</p>', ['{children}']],
  ["<p>{busy && 'Wait'}<b>Pay</b></p>", ["{busy && 'Wait'}"]],
  ["<p>{busy ? 'Wait' : <b>Pay</b>}<i /></p>", ["{busy ? 'Wait' : <b>Pay</b>}"]],
  ['<p>{busy && <i />}<Trans>Pay</Trans></p>', ['<Trans>Pay</Trans>']],
  ['<p>{busy && <i />}{t`Pay`}</p>', ['{t`Pay`}']],
  ['<p>{busy && <i />}{name.toUpperCase()}</p>', ['{name.toUpperCase()}']],
  ['<>{busy && <i />}{name}</>', ['{name}']],
];

const NOT_SHARED = [
  '<p>Pay</p>',
  "<p>{busy ? 'Wait' : 'Pay'}</p>",
  "<p>{busy && 'Wait'}</p>",
  '<p>Pay {name} now</p>',
  '<p>{busy && <i />} <span>Pay</span></p>',
  '<p>{busy && <i />}{items.map((each) => <b key={each} />)}</p>',
  '<p>{busy && <i />}{item}{icon}</p>',
  '<p>{busy && <i />}{/* A comment. */}</p>',
  "<p><span>Pay</span>{' '}{busy && <i />}</p>",
];

const pageOf = (jsx: string) =>
  `const item = <b>item</b>;\nconst Page = ({ busy, children, copy, icon, items, name }) => ${jsx};`;

/** The texts that the rule finds in each element. All are checked by one process. */
function findTexts(elements: string[]): Map<string, string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'conditional-text-'));
  try {
    const config = {
      categories: { correctness: 'off' },
      jsPlugins: [path.join(root, 'infra', 'tools', 'lint', 'plugin.mjs')],
      rules: { 'luit/conditional-text': 'error' },
    };
    writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify(config));
    elements.forEach((jsx, index) => writeFileSync(path.join(folder, `${index}.tsx`), pageOf(jsx)));
    const oxlint = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '-f', 'json'], { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
    const texts = new Map(elements.map((jsx): [string, string[]] => [jsx, []]));
    for (const { code, filename, labels } of diagnostics) {
      const jsx = elements[parseInt(filename)] ?? '';
      const { offset = 0, length = 0 } = labels[0]?.span ?? {};
      const text = pageOf(jsx)
        .slice(offset, offset + length)
        .trim();
      texts.get(jsx)?.push(code === 'luit(conditional-text)' ? text : code);
    }
    return texts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('texts beside something that comes and goes', () => {
  let found: Map<string, string[]>;
  beforeAll(() => {
    found = findTexts([...SHARED.map(([jsx]) => jsx), ...NOT_SHARED]);
  });

  it.each(SHARED)('are found: %s', (jsx, texts) => {
    expect(found.get(jsx)).toEqual(texts);
  });

  it.each(NOT_SHARED)('are not: %s', (jsx) => {
    expect(found.get(jsx)).toEqual([]);
  });
});
