import path from 'node:path';
import type { LuitDirectory } from '../luit-directory';
import type { PortLeases } from '../port-leases';
import type { ProcessDefinition, Stage } from '../process-definition';
import { isHttpReady } from '../readiness';
import type { StackPlan } from '../running-stack';
import { planLuit, type Planner, type StackOptions } from '../stack';

/** The process that checks types, and its log. */
export const TYPE_CHECKER = 'type-checker';
/** Restarts of services come first. */
const LOW_PRIORITY = ['-n', '19'];
const FIRST_DEBUGGER_PORT = 9_229;
const FIRST_GATEWAY_PORT = 9_301;
/** Restarts need not wait long for work in flight: queues deliver it again. */
const DRAIN_MS = '500';

export interface DevPlan extends StackPlan {
  /** Port of the debugger by process name. */
  debuggerPorts: Record<string, number>;
}

interface DevProcesses {
  checkout: string;
  /** Called before each start of a service. */
  onStart: (name: string) => void;
  onPlanned: (plan: DevPlan, directory: LuitDirectory) => void;
}

/**
 * Plans a stack that runs from sources: TypeScript in watch mode checks types, and Vite serves the pages at the public address in
 * front of the gateway. Both start with the databases, so that the pages can be opened while the services still start.
 */
export function planDev(
  stackOptions: Pick<StackOptions, 'workers' | 'ports' | 'restore'>,
  { checkout, onStart, onPlanned }: DevProcesses,
): Planner {
  return async (directory, log, leases) => {
    const gatewayPort = await leases.acquireFrom(FIRST_GATEWAY_PORT);
    const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
    const { addresses, stages } = await planLuit({ ...stackOptions, env: { gateway: { PORT: String(gatewayPort) } } })(
      directory,
      log,
      leases,
    );
    const [first = { tasks: [], processes: [] }, ...others] = stages;
    const databases = first.processes.filter(({ name }) => name !== 'sandbox');
    const sandbox = first.processes.filter(({ name }) => name === 'sandbox');
    const env = { ...sandbox[0]?.env, NODE_ENV: 'development' };
    const node = (name: string, args: string[], variables: NodeJS.ProcessEnv): Omit<ProcessDefinition, 'isReady'> => ({
      name,
      command: process.execPath,
      args,
      env: { ...env, ...variables },
      stopSignal: 'SIGTERM',
      metrics: null,
    });
    // Not `typescript/bin/tsc`, because Node 20 would not pass signals on to this program.
    const platform = `typescript-${process.platform}-${process.arch}`;
    const tsc = path.join(checkout, 'node_modules', '@typescript', platform, 'lib', 'tsc');
    const options = ['-w', '--checkers', '1', '--preserveWatchOutput', '-p'];
    const typeChecker: ProcessDefinition = {
      ...node(TYPE_CHECKER, [...LOW_PRIORITY, tsc, ...options, checkout], {}),
      command: 'nice',
      isReady: () => Promise.resolve(true),
    };
    const pages: ProcessDefinition = {
      ...node('pages', [path.join(checkout, 'infra', 'tools', 'local', 'dev-pages.mjs')], {
        PAGES_PORT: new URL(addresses.web).port,
        LUIT_API: gatewayUrl,
      }),
      isReady: (pid) => isHttpReady(`${addresses.web}/`, pid),
    };
    const { debugged, debuggerPorts } = await withDebuggers(
      [{ tasks: [], processes: sandbox }, ...others],
      leases,
      onStart,
    );
    const plan = {
      addresses,
      stages: [{ tasks: [], processes: [...databases, pages, typeChecker] }, ...debugged],
      debuggerPorts,
    };
    onPlanned(plan, directory);
    return plan;
  };
}

/** Gives each Node process of these stages a debugger port and a short drain. */
async function withDebuggers(stages: Stage[], leases: PortLeases, onStart: DevProcesses['onStart']) {
  const debuggerPorts: Record<string, number> = {};
  for (const { name } of stages.flatMap(({ processes }) => processes)) {
    debuggerPorts[name] = await leases.acquireFrom(FIRST_DEBUGGER_PORT);
  }
  const debugged = stages.map(({ tasks, processes }) => ({
    tasks,
    processes: processes.map((definition) => ({
      ...definition,
      args: [`--inspect=127.0.0.1:${debuggerPorts[definition.name]}`, ...definition.args],
      env: { ...definition.env, DRAIN_MS },
      beforeStart: () => Promise.resolve(onStart(definition.name)),
    })),
  }));
  return { debugged, debuggerPorts };
}
