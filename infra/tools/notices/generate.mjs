import { readFileSync } from 'node:fs';
import { PROGRAMS, UNDECLARED } from './known-licenses.mjs';

/** Packages of a production installation, as `{name, version, license}`. Throws for a package with an unknown license. */
function productionPackages() {
  const { packages } = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'));
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional, link }]) => folder.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([folder, { version, license }]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license: license ?? licenseOf(name) };
    });
}

function licenseOf(name) {
  const known = UNDECLARED.find(({ pattern }) => pattern.test(name));
  if (!known)
    throw new Error(`${name} declares no license. Look it up and add it to infra/tools/notices/known-licenses.mjs.`);
  return known.license;
}

function notice() {
  const sections = [...groupByLicense(productionPackages())]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([license, members]) => {
      const lines = new Set(members.map(({ name, version }) => `  ${name} ${version}`));
      return `${license}\n${[...lines].sort().join('\n')}`;
    });
  const programs = PROGRAMS.map(({ name, license, use }) => `  ${name}: ${license}. ${use}`);
  return `Third-party software in Luit

Each package's own folder below node_modules holds its license text and copyright notice, in the images too. The bundled
licenses of the web apps are served at /licenses.md and /admin/licenses.md.

Programs and data
${programs.join('\n')}

npm packages by license

${sections.join('\n\n')}
`;
}

function groupByLicense(members) {
  const groups = new Map();
  for (const member of members) groups.set(member.license, [...(groups.get(member.license) ?? []), member]);
  return groups;
}

/** The third-party software of an installation and its licenses, from package-lock.json. */
export const generate = () => ({ NOTICE: notice() });
