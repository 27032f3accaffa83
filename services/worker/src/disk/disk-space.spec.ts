import { tmpdir } from 'node:os';
import { diskCauses } from './disk-space';

describe('the disk that videos are stored on', () => {
  it('G-03: is told of once it is as full as the setting says, with what is left and what to do', async () => {
    const [cause, ...others] = await diskCauses(tmpdir(), 0);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({ kind: 'disk_nearly_full', subject: expect.stringContaining(tmpdir()) as string });
    expect(cause?.summary).toMatch(/is \d+ % full, \d+\.\d GiB are left\.$/);
    expect(cause?.action).toContain('Make room');
  });

  it('G-03: is nobody’s concern below it', async () => {
    expect(await diskCauses(tmpdir(), 101)).toEqual([]);
  });
});
