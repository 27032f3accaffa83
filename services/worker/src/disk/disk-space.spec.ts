import { tmpdir } from 'node:os';
import { diskCauses } from './disk-space';

describe('disk alerts', () => {
  it('a disk filled to the threshold raises an alert with the free space and an action [G-03]', async () => {
    const [cause, ...others] = await diskCauses(tmpdir(), 0);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({ kind: 'disk_nearly_full', subject: expect.stringContaining(tmpdir()) as string });
    expect(cause?.summary).toMatch(/is \d+ % full; \d+\.\d GiB left\.$/);
    expect(cause?.action).toContain('Free up space');
  });

  it('below the threshold there is no alert [G-03]', async () => {
    expect(await diskCauses(tmpdir(), 101)).toEqual([]);
  });
});
