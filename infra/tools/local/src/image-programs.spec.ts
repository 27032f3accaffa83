import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.resolve(__dirname, '..', '..', '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const programs = JSON.parse(read('infra/deploy/docker/programs.json')) as Record<string, string[]>;

interface ComposeService {
  image?: string;
  entrypoint?: string[];
  command?: string[];
}

/** `registry.example/luit-worker:0.1.0` becomes `worker`. */
const imageOf = (name: string) => /\bluit-(\w+)/.exec(name)?.[1] ?? '';
const isProgram = (argument: string) => /\.m?js$/.test(argument);

function composeServices(): [string, ComposeService][] {
  return ['docker-compose.yml', 'infra/deploy/docker/production.yml'].flatMap((file) => {
    const { services } = parse(read(file), { merge: true }) as { services: Record<string, ComposeService> };
    return Object.entries(services).filter(([, { image }]) => programs[imageOf(image ?? '')] !== undefined);
  });
}

/** The values of an assignment or an option of the script, which separates them by commas. */
const partsOf = (name: string) =>
  new RegExp(`${name}=([\\w,]+)`).exec(read('infra/deploy/docker/build-ffmpeg.sh'))?.[1]?.split(',') ?? [];

describe('infra/deploy/docker/build-ffmpeg.sh', () => {
  it('has the decoders with which the gateway reads foreign videos', () => {
    const source = read('services/gateway/src/help/verifications/file-decoder.ts');
    const codecs = [...source.matchAll(/_CODECS = '([\w,]+)'/g)].flatMap(([, names = '']) => names.split(','));
    const decoders = [...partsOf('video'), ...partsOf('audio')];
    expect(codecs).toEqual(expect.arrayContaining(['h264', 'aac']));
    // ffmpeg's own decoder of AV1 needs hardware.
    expect(codecs.filter((codec) => !decoders.includes(codec))).toEqual(['av1']);
  });

  it('has the demuxers with which it opens them', () => {
    expect(partsOf('--enable-demuxer')).toEqual(expect.arrayContaining(['mov', 'matroska']));
  });
});

describe('infra/deploy/docker/Dockerfile', () => {
  it('copies the package.json of every workspace before it installs packages, because npm compares them with the lock file', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { link?: boolean; resolved?: string }>;
    };
    const workspaces = Object.values(packages).flatMap(({ link, resolved }) => (link && resolved ? [resolved] : []));
    const dockerfile = read('infra/deploy/docker/Dockerfile');
    expect(workspaces).toContain('services/gateway');
    expect(workspaces.filter((folder) => !dockerfile.includes(`COPY ${folder}/package.json ${folder}/\n`))).toEqual([]);
  });
});

describe('infra/deploy/docker/programs.json', () => {
  it.each(Object.entries(programs))('the programs of the image %s exist', (_image, files) => {
    const sources = files.map((file) => file.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
    expect(sources.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('the image of each container of Docker Compose contains the program that it runs', () => {
    const services = composeServices();
    expect(services.map(([name]) => name)).toEqual(expect.arrayContaining(['migrate', 'gateway', 'backup', 'backups']));
    for (const [name, { image = '', entrypoint = [], command = [] }] of services)
      for (const program of [...entrypoint, ...command].filter(isProgram))
        expect({ name, image, programs: programs[imageOf(image)] }).toMatchObject({
          programs: expect.arrayContaining([program]),
        });
  });

  it('an image contains the programs of migrations and of the commands in docs/operations', () => {
    const pages = readdirSync(path.join(root, 'docs', 'operations')).map((page) => `docs/operations/${page}`);
    const text = ['infra/deploy/docker/migrate.sh', ...pages].map(read).join('\n');
    const named = text.match(/\b(?:services|infra)\/[\w/-]+\/dist\/[\w/.-]+\.js\b/g) ?? [];
    expect(named).toContain('services/auth/dist/rotate-keys.js');
    expect([...(programs.services ?? []), ...(programs.postgres ?? [])]).toEqual(expect.arrayContaining(named));
  });
});
