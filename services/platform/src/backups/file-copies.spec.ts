import { type RunningS3, startS3 } from '@luit/sandbox/s3/s3';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseBackupUrl } from './backup-url';
import { copyFiles, fetchFiles } from './file-copies';

describe('copies of files', () => {
  let s3: RunningS3;
  let folder: string;

  beforeEach(async () => {
    s3 = await startS3();
    folder = mkdtempSync(path.join(tmpdir(), 'luit-copies-'));
    mkdirSync(path.join(folder, 'outputs'));
    mkdirSync(path.join(folder, '.incoming'));
    writeFileSync(path.join(folder, 'outputs', 'one.mp4'), 'frames');
    writeFileSync(path.join(folder, '.incoming', 'half.mp4'), 'incomplete');
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await s3.close();
  });

  const copies = () => {
    const { accessKeyId, secretAccessKey } = s3.keys;
    const location = parseBackupUrl(
      `s3+http://${accessKeyId}:${secretAccessKey}@${new URL(s3.url).host}/${s3.bucket}/luit`,
    );
    if (!location) throw new Error('The URL is invalid');
    return location.files;
  };

  it('follow the folder: each file is copied once, and removed when it is', async () => {
    expect(await copyFiles(copies(), folder)).toEqual({ copied: 1, removed: 0 });
    writeFileSync(path.join(folder, 'two.jpg'), 'pixels');
    expect(await copyFiles(copies(), folder)).toEqual({ copied: 1, removed: 0 });
    rmSync(path.join(folder, 'outputs', 'one.mp4'));
    expect(await copyFiles(copies(), folder)).toEqual({ copied: 0, removed: 1 });
  });

  it('are fetched where the folder lacks them', async () => {
    await copyFiles(copies(), folder);
    rmSync(path.join(folder, 'outputs'), { recursive: true });
    expect(await fetchFiles(copies(), folder)).toBe(1);
    expect(readFileSync(path.join(folder, 'outputs', 'one.mp4'), 'utf8')).toBe('frames');
    expect(await fetchFiles(copies(), folder)).toBe(0);
    expect(await fetchFiles(copies(), null)).toBe(0);
  });

  it('stay where the folder is empty, because its volume may be missing', async () => {
    await copyFiles(copies(), folder);
    rmSync(path.join(folder, 'outputs'), { recursive: true });
    await expect(copyFiles(copies(), folder)).rejects.toThrow('its 1 copies are kept');
  });
});
