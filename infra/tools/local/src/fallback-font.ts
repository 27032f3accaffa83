import { spawnSync } from 'node:child_process';
import { UserError } from './user-error';

/** Families with Arial's metrics, which the pages' fallback font is scaled from (`ui/src/styles.css`). */
const METRIC_COMPATIBLE = /^(Arial|Liberation Sans|Arimo)\b/;
const PACKAGE = 'fonts-liberation';

/** Layout-shift tests need a font with Arial's metrics; without one, Chromium falls back to a wider family. */
function hasFallbackFont(): boolean {
  const { stdout, error } = spawnSync('fc-match', ['--format=%{family}', 'Arial'], { encoding: 'utf8' });
  // Without fontconfig (macOS, Windows), the system has Arial itself.
  return error !== undefined || METRIC_COMPATIBLE.test(stdout);
}

/**
 * Installs the fallback font as root on Debian or Ubuntu where the machine has none.
 *
 * @throws UserError naming the package to install
 */
export function installFallbackFont(log: (line: string) => void): void {
  if (hasFallbackFont()) return;
  if (process.getuid?.() === 0) {
    log(`Installing ${PACKAGE} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', PACKAGE], { env });
  }
  if (!hasFallbackFont()) {
    throw new UserError(
      `No font has Arial's metrics, so layout-shift tests will fail. Install one: sudo apt-get install ${PACKAGE}`,
    );
  }
}
