import { type Infrastructure, startService } from './services';
import type { SimulatedAuth } from './simulated-auth';
import { SimulatedProcess } from './simulated-process';
import type { World } from './world';

const SERVICES = ['auth', 'billing', 'generation', 'worker'];
const SECOND_REPLICA = 0.25;
/** A machine that is lost does not come back if another one runs the same service. */
const STAYS_AWAY = 0.5;
const RESTART_MS = { least: 300, most: 3_000 };

/** The processes of a history: they start, crash, and start again. */
export class Processes {
  readonly running: SimulatedProcess[] = [];
  isStarting = false;
  crashes = 0;
  private started = 0;

  constructor(
    private readonly world: World,
    private readonly infrastructure: Infrastructure,
    private readonly auth: SimulatedAuth,
  ) {}

  async start(): Promise<void> {
    for (const service of SERVICES) {
      await this.startOne(service);
      const isDoubled = service !== 'auth' && this.world.random.chance(SECOND_REPLICA);
      if (isDoubled && this.world.includes(`second replica of ${service}`)) await this.startOne(service);
    }
  }

  /** The process loses everything except data that it has committed or sent. */
  async crash(crashed: SimulatedProcess, moment = 'at rest'): Promise<void> {
    if (!crashed.isAlive) return;
    const { random } = this.world;
    this.crashes += 1;
    this.running.splice(this.running.indexOf(crashed), 1);
    const isReplaced = this.running.some(({ service }) => service === crashed.service) && random.chance(STAYS_AWAY);
    this.world.log(crashed.name, `FAULT: crashes ${moment}${isReplaced ? ' and does not come back' : ''}`);
    await crashed.crash();
    if (isReplaced) return;
    this.world.after(random.int(RESTART_MS.least, RESTART_MS.most), 'restart', () => this.startOne(crashed.service));
  }

  /** Stops it for a while, without its notice. */
  freeze(frozen: SimulatedProcess, milliseconds: number): void {
    this.world.log(frozen.name, `FAULT: freezes for ${milliseconds / 1_000} s`);
    frozen.freeze(this.world.now, milliseconds);
  }

  async stop(): Promise<void> {
    for (const one of [...this.running]) await one.crash();
  }

  private async startOne(service: string): Promise<void> {
    this.started += 1;
    const started = new SimulatedProcess(`${service}-${this.started}`, service);
    this.running.push(started);
    this.isStarting = true;
    if (service === 'auth') this.auth.start(started);
    else await startService(this.infrastructure, started);
    this.isStarting = false;
    this.world.log(started.name, 'started');
  }
}
