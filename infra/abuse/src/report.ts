import type { CorpusReport } from './corpus/judge';
import type { FloodOutcome } from './flood-run';

export function printFloods(outcomes: FloodOutcome[]): void {
  console.log('\n| flood | answers | other: requests | p50 | p99 | slowest | memory growth | verdict |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const outcome of outcomes) console.log(floodLine(outcome));
}

export function floodLine({ name, sends, answers, bystander, growth, faults }: FloodOutcome): string {
  const counts = Object.entries(answers).map(
    ([answer, times]) => `${times} × ${answer === '0' ? 'no answer' : answer}`,
  );
  const columns = [
    `${name}: ${sends}`,
    counts.join(', ') || 'none',
    bystander.requests,
    `${bystander.p50.toFixed(0)} ms`,
    `${bystander.p99.toFixed(0)} ms`,
    bystander.slowest,
    `${growth.name} +${growth.megabytes.toFixed(0)} MiB`,
    faults.length === 0 ? 'holds' : `FAILED: ${faults.join('; ')}`,
  ];
  return `| ${columns.join(' | ')} |`;
}

export function printCorpus(reports: CorpusReport[]): void {
  console.log('\n| hostile inputs | sent | slowest | failed |\n|---|---|---|---|');
  for (const { family, sent, slowest, failures } of reports) {
    console.log(`| ${family} | ${sent} | ${slowest} | ${failures.length} |`);
  }
  for (const { family, failures } of reports) {
    for (const { name, fault } of failures) console.log(`  ✗ ${family}: ${name}: ${fault}`);
  }
}
