import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';

const CRITICAL_PERCENT = 97;
const GIB = 2 ** 30;

/** An alert cause if the disk of the storage is filled to `alertPercent` or more. */
export async function diskCauses(folder: string, alertPercent: number): Promise<AlertCause[]> {
  const { blocks, bavail, bsize } = await statfs(folder);
  const usedPercent = (1 - bavail / blocks) * 100;
  if (usedPercent < alertPercent) return [];
  return [
    {
      kind: 'disk_nearly_full',
      subject: `${hostname()}:${folder}`,
      summary: `The disk of ${folder} on ${hostname()} is ${Math.floor(usedPercent)} % full; ${((bavail * bsize) / GIB).toFixed(1)} GiB left.`,
      action: 'Free up space or add a larger disk. Once it is full, Luit cannot store videos and jobs fail.',
      severity: usedPercent >= CRITICAL_PERCENT ? 'critical' : 'warning',
    },
  ];
}
