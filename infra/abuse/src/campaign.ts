import type { AbuseArguments } from './arguments';
import { Attackers } from './attack';
import { Bystander } from './bystander';
import { CORPUS } from './corpus/corpus';
import { type Family, partOf } from './corpus/input';
import type { CorpusReport } from './corpus/judge';
import { bystanderFaults, type FloodOutcome, type FloodParticipants, runFlood } from './flood-run';
import type { Flood } from './floods/flood';
import { FLOODS } from './floods/floods';
import { createParticipants, type Participants, refreshTokens } from './participants';
import { Target } from './target';

const FLOOD_MS = 8_000;
const SHORT_FLOOD_MS = 1_500;
const SETTLED_WITHIN_MS = 90_000;

export interface CampaignResult {
  corpus: CorpusReport[];
  /** What the bystander met while the corpus was sent. */
  bystanderFaults: string[];
  floods: FloodOutcome[];
}

/** Called with each part that is done, so that a long run shows where it is. */
export interface Progress {
  family?: (report: CorpusReport) => void;
  flood?: (outcome: FloodOutcome) => void;
}

/** Sends the corpus and the floods that were asked for, beside a bystander. */
export async function runCampaign(asked: AbuseArguments, progress: Progress = {}): Promise<CampaignResult> {
  const target = asked.stackFile ? await Target.read(asked.stackFile) : await Target.start();
  try {
    const participants = await createParticipants(target.stack);
    const { bystander: client, bystanderAccount, access } = participants;
    const bystander = await Bystander.join(target.stack, client, bystanderAccount);
    const attackers = new Attackers();
    try {
      const all: FloodParticipants = { target, attackers, bystander, access };
      const { reports, faults } = await sendCorpus(asked, all, progress);
      const floods = await sendFloods(asked, all, participants, progress);
      return { corpus: reports, bystanderFaults: faults, floods };
    } finally {
      attackers.leave();
      bystander.leave();
    }
  } finally {
    await target.close();
  }
}

async function sendCorpus(asked: AbuseArguments, all: FloodParticipants, progress: Progress) {
  const families = chosenFamilies(asked);
  if (families.length === 0) return { reports: [], faults: [] };
  const { target, attackers, bystander, access } = all;
  const reports: CorpusReport[] = [];
  let isOver = false;
  const working = bystander.work(() => isOver);
  working.catch(() => undefined);
  for (const { name } of families) {
    const report = await attackers.corpus(name, access, asked.timeFactor);
    reports.push(report);
    progress.family?.(report);
  }
  isOver = true;
  const faults = [
    ...bystanderFaults(await working, asked.timeFactor),
    ...(target.hasRestarted ? ['a process ended'] : []),
  ];
  return { reports, faults };
}

async function sendFloods(
  asked: AbuseArguments,
  all: FloodParticipants,
  participants: Participants,
  progress: Progress,
): Promise<FloodOutcome[]> {
  const outcomes: FloodOutcome[] = [];
  for (const flood of chosenFloods(asked)) {
    await untilSettled(all.target.stack.api);
    await refreshTokens(all.target.stack, participants);
    const lastsMs = asked.isShort ? SHORT_FLOOD_MS : (flood.closesWithinMs ?? FLOOD_MS);
    const outcome = await runFlood(flood, lastsMs, all, asked.timeFactor);
    outcomes.push(outcome);
    progress.flood?.(outcome);
  }
  return outcomes;
}

function chosenFamilies({ parts }: AbuseArguments): readonly Family[] {
  if (parts.length === 0 || parts.includes('corpus')) return CORPUS;
  return CORPUS.filter(({ name }) => parts.includes(partOf(name)));
}

function chosenFloods({ parts, isShort }: AbuseArguments): readonly Flood[] {
  const named = FLOODS.filter(({ name }) => parts.includes(name));
  if (named.length > 0) return named;
  if (parts.length > 0 && !parts.includes('floods')) return [];
  return isShort ? FLOODS.filter((flood) => flood.isShort) : FLOODS;
}

/** A flood that harmed the stack must not be counted against the next one. */
async function untilSettled(api: string): Promise<void> {
  const answer = await fetch(`${api}/api/plans`, { signal: AbortSignal.timeout(SETTLED_WITHIN_MS) });
  await answer.arrayBuffer();
}
