import path from 'node:path';
import { logLine, runCli, runMain } from '../cli';
import type { StartFlags } from '@luit/local/start-arguments';
import { readCliOptions } from '../cli-options';
import { type DevPlan, planDev, TYPE_CHECKER } from './dev-plan';
import { ServiceReloader } from './service-reloader';
import { SourceCompiler } from './source-compiler';
import { serviceWorkspaces } from './workspaces';

const checkout = path.resolve(__dirname, '..', '..', '..', '..', '..');

/** Runs `npm run dev` with these flags. */
export function runDev(flags: StartFlags): void {
  runMain(async () => {
    const options = readCliOptions(flags, process.env, checkout);
    const compiler = new SourceCompiler(serviceWorkspaces(checkout), logLine);
    await compiler.compile();
    const reloader = new ServiceReloader(checkout, logLine);
    compiler.watch(() => reloader.restartChanged());
    let debuggerPorts: DevPlan['debuggerPorts'] = {};
    const planner = planDev(options, {
      checkout,
      onStart: (name) => reloader.recordStart(name),
      onPlanned: (plan, directory) => {
        ({ debuggerPorts } = plan);
        reloader.follow(directory.logFile(TYPE_CHECKER));
        logLine(`Pages are at ${plan.addresses.web} while the services start`);
      },
    });
    try {
      await runCli(options.luitDir, options.fresh, planner, (running) => {
        reloader.attach(running);
        return debuggerTable(debuggerPorts);
      });
    } finally {
      compiler.stop();
      reloader.stop();
    }
  });
}

function debuggerTable(ports: DevPlan['debuggerPorts']): string {
  const lines = Object.entries(ports).map(([name, port]) => `  ${name.padEnd(12)}127.0.0.1:${port}`);
  return `\n  Debuggers\n${lines.join('\n')}\n\n  Services restart and pages update when you save a file.\n`;
}
