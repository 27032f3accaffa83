import { RunnerCluster } from './runner-cluster';
import {
  cutShort,
  freezeAll,
  killOneOfTwo,
  lateAfterRefund,
  oneVideo,
  replaceGateway,
  restart,
  restartServer,
} from './scenarios';

/** `npm run verify -- chaos runners`: runners that are killed, frozen, cut off and late, and a gateway that is replaced. */
export async function runRunners(): Promise<void> {
  const runners = await RunnerCluster.open();
  try {
    const creator = await runners.cluster.creator('pro', 2);
    await runners.addMachine();
    console.log(`a video on an idle runner: ${await oneVideo(runners, creator)} ms`);
    console.log(`runner killed and started again: ended ${await restart(runners, creator)} ms after its start`);
    await runners.addMachine();
    console.log(
      `one of two runners killed: the other one had the job after ${await killOneOfTwo(runners, creator)} ms`,
    );
    console.log(`their server restarted: it made both videos again within ${await restartServer(runners, creator)} ms`);
    await cutShort(runners, creator);
    console.log('connection cut for 10 s: the same runner delivered');
    await replaceGateway(runners, creator);
    console.log('gateway replaced before an upload: delivered without another run');
    console.log(`all runners frozen: the next route had the job after ${await freezeAll(runners, creator)} ms`);
    await lateAfterRefund(runners, creator);
    console.log('connection cut for longer than a lease: credits returned, and the late output attached');
  } catch (error) {
    for (const { output } of runners.machines) console.error(output);
    console.error(`logs: ${await runners.cluster.saveLogs()}`);
    throw error;
  } finally {
    await runners.close();
  }
}
