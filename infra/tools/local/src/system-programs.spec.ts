import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provideFfmpeg } from './system-programs';
import { unpackProgram } from './unpacked-packages';

/** Stands in for apt-get: `tiny-server` misses the library `libtiny`. With STALE, only lists fetched by `update` work. */
const APT_GET = `#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in
  *Dir::State::lists*) ;;
  *) [ -z "$STALE" ] || { echo 'E: 404 Not Found' >&2; exit 100; } ;;
esac
case "$*" in
  *" install "*) printf 'Inst libtiny (1.0 Debian [amd64])\\nInst tiny-server (2.0 Debian [amd64])\\n' ;;
  *" download "*)
    while [ "$1" != -qq ]; do shift; done; shift
    for name; do echo "$name" >"$name.deb"; done ;;
esac
`;

/** Stands in for dpkg: `dpkg -x FILE FOLDER`. */
const DPKG = `#!/bin/sh
name=$(cat "$2")
if [ "$name" = libtiny ]; then
  mkdir -p "$3/usr/lib/tiny" && echo >"$3/usr/lib/tiny/libtiny.so.1"
else
  mkdir -p "$3/usr/bin"
  printf '#!/bin/sh\\n[ -z "$BROKEN" ] || { echo broken >&2; exit 1; }\\necho "$LD_LIBRARY_PATH $*"\\n' >"$3/usr/bin/$name"
  chmod +x "$3/usr/bin/$name"
fi
`;

describe('unpackProgram', () => {
  const { PATH } = process.env;
  let root: string;
  let folder: string;
  const calls = () => readFileSync(path.join(root, 'calls'), 'utf8').trim().split('\n');

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'luit-unpack-'));
    folder = path.join(root, 'programs');
    mkdirSync(path.join(root, 'bin'));
    for (const [name, script] of Object.entries({ 'apt-get': APT_GET, dpkg: DPKG })) {
      writeFileSync(path.join(root, 'bin', name), script);
      chmodSync(path.join(root, 'bin', name), 0o755);
    }
    Object.assign(process.env, { PATH: `${path.join(root, 'bin')}:${PATH}`, CALLS: path.join(root, 'calls') });
  });

  afterEach(() => {
    process.env.PATH = PATH;
    for (const name of ['CALLS', 'STALE', 'BROKEN']) delete process.env[name];
    rmSync(root, { recursive: true });
  });

  it('the launcher runs the program with the libraries of its missing dependencies', () => {
    const launcher = unpackProgram('tiny-server', ['tiny-server', 'tiny-tools'], folder);
    const output = execFileSync(launcher, ['--port', '1'], { encoding: 'utf8' });
    expect(output).toBe(`${path.join(folder, 'tiny-server', 'usr', 'lib', 'tiny')} --port 1\n`);
    expect(calls().at(-1)).toMatch(/download -qq tiny-server tiny-tools libtiny$/);
  });

  it('package lists are fetched into the folder when the system has none or they are stale', () => {
    process.env.STALE = 'yes';
    unpackProgram('tiny-server', ['tiny-server'], folder);
    const own = `Dir::State::lists=${path.join(folder, 'apt', 'lists')}`;
    expect(calls().filter((call) => call.includes(own))).toEqual([
      expect.stringContaining('update'),
      expect.stringContaining('install'),
      expect.stringContaining('download'),
    ]);
  });

  it('a program that does not run on this machine is removed and reported', () => {
    process.env.BROKEN = 'yes';
    expect(() => unpackProgram('tiny-server', ['tiny-server'], folder)).toThrow('tiny-server --version failed: broken');
    expect(existsSync(path.join(folder, 'bin', 'tiny-server'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.startsWith('tiny-server.'))).toEqual([]);
  });
});

describe('provideFfmpeg', () => {
  const { PATH } = process.env;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-ffmpeg-'));
    process.env.PATH = `${folder}:${PATH}`;
  });
  afterEach(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });
  const linesWith = (version: string) => {
    writeFileSync(path.join(folder, 'ffmpeg'), `#!/bin/sh\necho 'ffmpeg version ${version} Copyright'\n`, {
      mode: 0o755,
    });
    const lines: string[] = [];
    provideFfmpeg((line) => lines.push(line));
    return lines;
  };

  it.each(['5.1.9-0+deb12u1', 'n7.1', 'N-118000-g0a1b2c3'])('nothing is said about version %s', (version) => {
    expect(linesWith(version)).toEqual([]);
  });

  it('an old one is not used silently', () => {
    expect(linesWith('4.4.2-0ubuntu0')).toEqual([expect.stringMatching(/older than version 5.+an ffmpeg of 2018/s)]);
  });
});
