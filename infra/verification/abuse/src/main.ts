import { ArgumentError } from '@luit/local/command-arguments';
import { readArguments } from './arguments';
import { type CampaignResult, runCampaign } from './campaign';
import { CORPUS } from './corpus/corpus';
import { partOf } from './corpus/input';
import { FLOODS } from './floods/floods';
import { floodLine, printCorpus, printFloods } from './report';

/** `npm run verify -- abuse`: attacks a stack while a bystander works. */
async function main(): Promise<boolean> {
  const options = readArguments(process.argv.slice(2), [
    ...CORPUS.map(({ name }) => partOf(name)),
    ...FLOODS.map(({ name }) => name),
  ]);
  const result = await runCampaign(options, {
    family: ({ family, sent, failures }) => console.log(`${family}: ${sent} sent, ${failures.length} failed`),
    flood: (outcome) => console.log(floodLine(outcome)),
  });
  return summarize(result);
}

function summarize({ corpus, bystanderProblems, floods }: CampaignResult): boolean {
  if (corpus.length > 0) printCorpus(corpus);
  for (const problem of bystanderProblems) console.log(`  ✗ bystander, during the corpus: ${problem}`);
  if (floods.length > 0) printFloods(floods);
  const sent = corpus.reduce((sum, each) => sum + each.sent, 0) + floods.length + (corpus.length > 0 ? 1 : 0);
  const failed =
    corpus.reduce((sum, { failures }) => sum + failures.length, 0) +
    floods.filter(({ problems }) => problems.length > 0).length +
    (bystanderProblems.length > 0 ? 1 : 0);
  console.log(`\n${sent - failed} passed, ${failed} failed`);
  return failed === 0;
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof ArgumentError ? error.message : error);
    process.exit(error instanceof ArgumentError ? 2 : 1);
  },
);
