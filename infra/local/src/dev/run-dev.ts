import path from 'node:path';
import { logLine, runCli, runMain } from '../cli';
import { parseCli, usage } from '../cli-options';
import { type DevPlan, planDev } from './dev-plan';
import { ServiceReloader } from './service-reloader';

const COMMAND = 'npm run dev';
const checkout = path.resolve(__dirname, '..', '..', '..', '..');

/** Runs `npm run dev` with these arguments. */
export function runDev(argv: string[]): void {
  runMain(async () => {
    const options = parseCli(argv, process.env, checkout, COMMAND);
    if (!options) return console.log(usage(COMMAND));
    const reloader = new ServiceReloader(checkout, logLine);
    let debuggerPorts: DevPlan['debuggerPorts'] = {};
    const planner = planDev(options, {
      checkout,
      isBuilt: () => reloader.isBuilt,
      onStart: (name) => reloader.recordStart(name),
      onPlanned: (plan, directory) => {
        ({ debuggerPorts } = plan);
        reloader.follow(directory.logFile('compiler'));
        logLine(`Pages are at ${plan.addresses.web} while the services start`);
      },
    });
    try {
      await runCli(options.luitDir, options.fresh, planner, (running) => {
        reloader.attach(running);
        return debuggerTable(debuggerPorts);
      });
    } finally {
      reloader.stop();
    }
  });
}

function debuggerTable(ports: DevPlan['debuggerPorts']): string {
  const lines = Object.entries(ports).map(([name, port]) => `  ${name.padEnd(12)}127.0.0.1:${port}`);
  return `\n  Debuggers\n${lines.join('\n')}\n\n  Services restart and pages reload when you save a file.\n`;
}
