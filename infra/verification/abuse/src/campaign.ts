import type { AbuseArguments } from './arguments';
import { Attackers } from './attack';
import { Bystander } from './bystander';
import { CORPUS } from './corpus/corpus';
import { type Family, partOf } from './corpus/input';
import type { CorpusReport } from './corpus/response-checks';
import { bystanderProblems, type FloodOutcome, type FloodParticipants, runFlood } from './flood-run';
import type { Flood } from './floods/flood';
import { FLOODS } from './floods/floods';
import { createParticipants, type Participants, refreshTokens } from './participants';
import { Target } from './target';

const FLOOD_MS = 8_000;
const SHORT_FLOOD_MS = 1_500;
const SETTLED_WITHIN_MS = 90_000;

export interface CampaignResult {
  corpus: CorpusReport[];
  /** Problems of the bystander while the corpus was sent. */
  bystanderProblems: string[];
  floods: FloodOutcome[];
}

/** Called when a part is finished, to show progress. */
export interface Progress {
  family?: (report: CorpusReport) => void;
  flood?: (outcome: FloodOutcome) => void;
}

/** Sends the corpus and the floods of the selected parts while a bystander works. */
export async function runCampaign(options: AbuseArguments, progress: Progress = {}): Promise<CampaignResult> {
  const target = options.stackFile ? await Target.read(options.stackFile) : await Target.start();
  try {
    const participants = await createParticipants(target.stack, target.isOurs);
    const { bystander: client, bystanderAccount, access } = participants;
    const bystander = await Bystander.join(target.stack, client, bystanderAccount);
    const attackers = new Attackers();
    try {
      const all: FloodParticipants = { target, attackers, bystander, access };
      const { reports, problems } = await sendCorpus(options, all, progress);
      const floods = await sendFloods(options, all, participants, progress);
      return { corpus: reports, bystanderProblems: problems, floods };
    } finally {
      attackers.leave();
      bystander.leave();
    }
  } finally {
    await target.close();
  }
}

async function sendCorpus(options: AbuseArguments, all: FloodParticipants, progress: Progress) {
  const families = chosenFamilies(options);
  if (families.length === 0) return { reports: [], problems: [] };
  const { target, attackers, bystander, access } = all;
  const reports: CorpusReport[] = [];
  let isOver = false;
  const working = bystander.work(() => isOver, !options.isShort);
  working.catch(() => undefined);
  for (const { name } of families) {
    const report = await attackers.corpus(name, access, !options.isShort);
    reports.push(report);
    progress.family?.(report);
  }
  isOver = true;
  const problems = [
    ...bystanderProblems(await working, !options.isShort),
    ...(target.hasRestarted ? ['a process crashed'] : []),
  ];
  return { reports, problems };
}

async function sendFloods(
  options: AbuseArguments,
  all: FloodParticipants,
  participants: Participants,
  progress: Progress,
): Promise<FloodOutcome[]> {
  const outcomes: FloodOutcome[] = [];
  for (const flood of chosenFloods(options)) {
    await untilSettled(all.target.stack.api);
    await refreshTokens(all.target.stack, participants);
    const durationMs = options.isShort ? SHORT_FLOOD_MS : (flood.closesWithinMs ?? FLOOD_MS);
    const outcome = await runFlood(flood, durationMs, all, !options.isShort);
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

/** Waits until the stack responds again, so that the effects of one flood do not count against the next one. */
async function untilSettled(api: string): Promise<void> {
  const response = await fetch(`${api}/api/plans`, { signal: AbortSignal.timeout(SETTLED_WITHIN_MS) });
  await response.arrayBuffer();
}
