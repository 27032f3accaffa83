import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..', '..', '..');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const roots = new Set(tracked.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''));
const documents = tracked.filter((file) => file.endsWith('.md') && existsSync(path.join(root, file)));
/** Past entries name files that have moved since. */
const current = documents.filter((file) => file !== 'CHANGELOG.md');

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const withoutCodeBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');

/** GitHub's anchor of a heading: lowercase, without punctuation, spaces as hyphens. */
function anchorsOf(file: string): Set<string> {
  const headings = [...withoutCodeBlocks(textOf(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const plain = headings.map((heading) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', ''));
  return new Set(
    plain.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Relative links that lead to no file, or to no heading of it. */
function brokenLinks(file: string, text = textOf(file)): string[] {
  const links = [...withoutCodeBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [target = '', anchor] = link.split('#');
    const linked = target ? path.join(path.dirname(file), target) : file;
    if (!existsSync(path.join(root, linked))) return true;
    return anchor !== undefined && linked.endsWith('.md') && !anchorsOf(linked).has(anchor);
  });
}

/** Paths in code spans that exist nowhere. Patterns, placeholders and generated folders are not checked. */
function missingPaths(text: string): string[] {
  const spans = [...withoutCodeBlocks(text).matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+)\/?`/g)].map(([, span = '']) => span);
  return spans.filter(
    (span) => roots.has(span.split('/')[0] ?? '') && !span.includes('/dist/') && !existsSync(path.join(root, span)),
  );
}

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
/** `npm run verify` prints a line for each part, which begins with its name. */
const parts = execFileSync(process.execPath, [path.join(root, 'infra', 'tools', 'local', 'verify.mjs')], {
  encoding: 'utf8',
})
  .split('\n')
  .map((line) => line.split(' ')[0]);

/** Commands that the root of the repository does not know. `-w` names a package with scripts of its own. */
function unknownCommands(text: string): string[] {
  return [...text.matchAll(/npm run ([\w:-]+)(?: -- ([a-z]\w*))?( -w)?/g)]
    .filter(([, script = '', part, workspace]) => {
      if (workspace) return false;
      return !(script in scripts) || (script === 'verify' && part !== undefined && !parts.includes(part));
    })
    .map(([command]) => command);
}

describe('links in Markdown files', () => {
  it.each(documents)('every relative link of %s leads to a file and a heading', (file) => {
    expect(brokenLinks(file)).toEqual([]);
  });

  it.each(current)('every path that %s names exists', (file) => {
    expect(missingPaths(textOf(file))).toEqual([]);
  });

  it.each(current)('every command that %s names exists', (file) => {
    expect(unknownCommands(textOf(file))).toEqual([]);
  });

  it('a link to a missing file or heading, a missing path and an unknown command are reported', () => {
    const text = 'See [a](none.md), [b](#none), [c](README.md), `docs/none.md` and `docs/tour.md`.';
    expect(brokenLinks('README.md', text)).toEqual(['none.md', '#none']);
    expect(missingPaths(text)).toEqual(['docs/none.md']);
    const commands = '`npm run none`, `npm run verify -- none`, `npm run verify -- chaos 7`, `npm run build -w web`';
    expect(unknownCommands(commands)).toEqual(['npm run none', 'npm run verify -- none']);
  });
});
